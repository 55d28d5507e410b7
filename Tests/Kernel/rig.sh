# The environment of a scenario: daemons with their clients, and the injector, which plays fingers.
#
# A daemon NAME has in the scenario's folder: NAME.socket, NAME.log, NAME.pid, NAME.lines (what its
# client saw) and NAME.mark (how many of those lines have been looked at).

# Tenths of a second until something that is waited for counts as missing.
patience=200

# Ends the scenario; it has failed.
fail() {
  echo "$*" > "$folder/why"
  exit 1
}

# Ends the scenario; it says nothing about this build.
leave_out() {
  echo "$*" > "$folder/why"
  exit 3
}

# Says in a line what the scenario has seen.
saw() { echo "$*" > "$folder/why"; }

# until_so WHAT COMMAND...: waits until a command succeeds.
until_so() {
  what=$1 tries=0
  shift
  until "$@"; do
    tries=$((tries + 1))
    [ $tries -lt $patience ] || fail "waited in vain until $what"
    sleep 0.1
  done
}

# Seconds since the guest's kernel started, with hundredths.
uptime() { cut -d ' ' -f 1 /proc/uptime; }

# seconds_since UPTIME
seconds_since() { echo "$(uptime) $1" | awk '{ printf "%.1f", $1 - $2 }'; }

# --- Devices ---

# Gives the injector a command and waits for its answer, which is left in $answer.
inject() {
  echo "$*" >&3
  read -r -t 60 word answer <&4 || fail "the injector does not answer to: $*"
  [ "$word" = ok ] || fail "the injector says to \"$*\": $word $answer"
}

# Makes a device; its node is left in $node.
make() {
  inject "$1"
  node=$answer
}

# swipe X0 Y0 X1 Y1 MILLISECONDS, in units of the panel.
swipe() {
  inject down 0 "$1" "$2"
  inject drag 0 "$3" "$4" "$5"
  inject up 0
}

# --- Daemons ---

# Starts daemon NAME with more options; its client is another matter.
launch() {
  name=$1
  shift
  ${program:-snapbackd} --scene /test/card.json5 --socket "$folder/$name.socket" --log-level debug \
    "$@" 2> "$folder/$name.log" 3>&- 4>&- &
  echo $! > "$folder/$name.pid"
  until_so "daemon $name listens" test -S "$folder/$name.socket"
}

# Connects a client to daemon NAME and waits until it was notified that the scene is at rest.
connect() {
  snapback watch --json --socket "$folder/$1.socket" > "$folder/$1.lines" 3>&- 4>&- &
  echo $! > "$folder/$1.client.pid"
  echo 0 > "$folder/$1.mark"
  until_so "the client of $1 is told that nothing moves" rests "$1"
}

# Starts daemon NAME with more options, and its client.
start() {
  launch "$@"
  connect "$1"
}

# pid NAME
pid() { cat "$folder/$1.pid"; }

# Asks daemon NAME to stop: it has to exit with 0 and leave no socket behind.
stop() {
  kill -TERM "$(pid "$1")"
  code=0
  wait "$(pid "$1")" || code=$?
  [ $code = 0 ] || fail "daemon $1 exited with $code on SIGTERM"
  [ ! -e "$folder/$1.socket" ] || fail "daemon $1 left its socket behind"
}

is_alive() { kill -0 "$(pid "$1")" 2> /dev/null; }

# is_in_state NAME LETTER: what the kernel does with daemon NAME, as proc(5) says it.
is_in_state() { grep -q "^State:.$2" "/proc/$(pid "$1")/status"; }

# Prints the open descriptors of daemon NAME, one per line.
descriptors() { ls -l "/proc/$(pid "$1")/fd" | sed -n 's/.* -> //p' | sort; }

# is_open NAME NODE: whether daemon NAME has a device open.
is_open() { descriptors "$1" | grep -q -x -F "$2"; }

# logged NAME TEXT [COUNT]: whether the log has it so many times.
logged() { [ "$(grep -c -F "$2" "$folder/$1.log")" -ge "${3:-1}" ]; }

# until_logged NAME TEXT [COUNT]
until_logged() { until_so "the log of $1 says ${3:-1} times \"$2\"" logged "$@"; }

# plug NAME...: makes the panel and waits until these daemons read it.
plug() {
  make panel
  for name in "$@"; do
    until_logged "$name" "$node \"Snapback test panel\" is read: touchscreen"
  done
}

# --- What clients see ---

# Prints the lines that the client of NAME received since the last mark.
window() { tail -n +$(($(cat "$folder/$1.mark") + 1)) "$folder/$1.lines"; }

mark() { wc -l < "$folder/$1.lines" > "$folder/$1.mark"; }

rests() { window "$1" | tail -n 1 | grep -q '^{"idle"'; }

# has_phase NAME PHASE [COUNT]
has_phase() { [ "$(window "$1" | grep -c "\"phase\":\"$2\"")" -ge "${3:-1}" ]; }

# shows NAME PATTERN: whether the client saw such a line.
shows() { window "$1" | grep -q "$2"; }

is_over() { { has_phase "$1" ended || has_phase "$1" cancelled; } && rests "$1"; }

# until_over NAME: until a pan has ended and the card has come to rest.
until_over() { until_so "the client of $1 saw a pan end and the card rest" is_over "$1"; }

# check_pan NAME END X0 Y0 X1 Y1: holds what the client saw since the mark against one pan that
# ends in the phase END and whose finger went from one place to another, in units of the panel.
# A word on what was seen is left in $seen.
check_pan() {
  window "$1" > "$folder/$1.window"
  seen=$(awk -f /test/pan.awk -v end="$2" -v from="$3 $4" -v to="$5 $6" -v now="$(uptime)" \
    -v exact_times="${exact_times:-0}" "$folder/$1.window") || fail "daemon $1: $seen"
}

# check_is_home NAME: the card was last seen at home.
check_is_home() {
  window "$1" | grep '^{"frame"' | tail -n 1 | grep -q '"translation":\[0,0\],"rotation":0,' ||
    fail "the card is not home"
}

# The swipe that is made where nothing else is said: over the card, a third of its height.
from="415 970" to="803 804"

# pan NAME...: swipes, and all these daemons' clients have to see the same whole pan.
pan() {
  for name in "$@"; do mark "$name"; done
  swipe $from $to 320
  for name in "$@"; do
    until_over "$name"
    check_pan "$name" ended $from $to
  done
}

# pan_half NAME: a finger in the middle of the way, in a pan that the client saw begin.
middle="560 908"
pan_half() {
  mark "$1"
  inject down 0 $from
  inject drag 0 $middle 160
  until_so "the client of $1 saw the pan go on" has_phase "$1" changed
}

# check_nothing NAME: no gesture came since the mark.
check_nothing() {
  ! window "$1" | grep -q '^{"gesture"' || fail "the client of $1 saw a gesture of nowhere"
}

# --- One scenario ---

# run NAME: runs a scenario in a shell of its own and prints its line; when it fails, its logs too.
run() {
  folder=/run/$1
  mkdir -m 777 "$folder"
  mkfifo "$folder/commands" "$folder/answers"
  injector < "$folder/commands" > "$folder/answers" &
  echo $! > "$folder/injector.pid"
  # Open for reading and writing, so that opening never blocks: a child of the last scenario that
  # dies in the meantime would interrupt it. A shell whose exec cannot open a file exits, and the
  # guest with it.
  exec 3<> "$folder/commands" 4<> "$folder/answers"
  began=$(uptime) code=0
  (set -e; "$(echo "$1" | tr - _)") || code=$?
  case $code in
    0) word="ok     " ;;
    3) word="left out" ;;
    *) word="FAILED " ;;
  esac
  echo "$word $1: $(cat "$folder/why" || echo "it broke off") ($(seconds_since "$began") s)"
  case $code in
    0 | 3) ;;
    *) tell_more ;;
  esac
  clean_up
}

# Prints details about a failure: the ends of the logs, and the kernel's.
tell_more() {
  for log in "$folder"/*.log; do
    [ ! -e "$log" ] || tail -n 25 "$log" | sed "s/^/        ${log##*/}: /"
  done
  dmesg | tail -n 5 | sed 's/^/        kernel: /'
}

# Takes away what the scenario has left, and counts.
clean_up() {
  echo totals >&3
  read -r -t 10 word devices events <&4
  exec 3>&- 4<&-
  for file in "$folder"/*.pid; do kill -KILL "$(cat "$file")"; done 2> /dev/null
  echo "$devices $events $(cat "$folder"/*.lines 2> /dev/null |
    awk '/^[{]"gesture"/ { g++ } /^[{]"frame"/ { f++ } END { print g + 0, f + 0 }')" >> /run/counts
}

# Prints the totals of all scenarios.
numbers() {
  awk '{ d += $1; e += $2; g += $3; f += $4 }
    END { printf "%d devices made, %d events written, ", d, e
      printf "%d gesture lines and %d frame lines received", g, f }' /run/counts
  echo "; $(uptime) s since the guest's kernel started"
}
