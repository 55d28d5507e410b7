# The scenario `screen`: a renderer on a display, whose picture screen.py compares on the host.

# has_shown COUNT: whether the program has shown so many pictures.
has_shown() { [ "$(wc -l < "$folder/flips")" -ge "$1" ]; }

# The program of clients/c/examples/drm shows a card that springs back. While it does, screen.py
# stops the machine four times and takes a picture of its display.
screen() {
  [ -e /test/screen-modules ] || leave_out "this kernel has no driver for a display"
  for module in $(cat /test/screen-modules); do
    [ -e "/sys/module/$module" ] || insmod "/modules/$module.ko"
  done
  until_so "there is a display" test -e /dev/dri/card0
  snapbackd --scene /test/screen.json5 --socket "$folder/a.socket" --log-level debug \
    --replay /test/screen.evemu 2> "$folder/a.log" 3>&- 4>&- &
  echo $! > "$folder/a.pid"
  until_so "daemon a listens" test -S "$folder/a.socket"
  snapback watch --json --follow gestures --socket "$folder/a.socket" > "$folder/a.lines" &
  echo $! > "$folder/a.client.pid"
  echo 0 > "$folder/a.mark"
  drm --log "$folder/a.socket" > "$folder/flips" 2> "$folder/drm.log" 3>&- 4>&- &
  echo $! > "$folder/drm.pid"
  until_so "the finger is lifted" has_phase a ended
  # The display then shows a picture that was drawn after the release.
  until_so "the program shows the spring" has_shown $(($(wc -l < "$folder/flips") + 4))
  echo "screen moves"
  sleep 12
  grep '^{"gesture"' "$folder/a.lines" | head -n 1 | sed 's/^/screen /'
  sed 's/^/screen flip /' "$folder/flips"
  kill -TERM "$(pid drm)"
  code=0
  wait "$(pid drm)" || code=$?
  [ $code = 0 ] || fail "the program exited with $code: $(cat "$folder/drm.log")"
  stop a
  echo "screen over"
  saw "$(wc -l < "$folder/flips") pictures shown"
}
