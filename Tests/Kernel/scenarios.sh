# Scenarios on a real kernel, one function each. Each prints its result, or fails.
. /test/rig.sh
. /test/kinds.sh
. /test/screen.sh

scenarios="appears vanishes plugged-50-times plugged-in-a-rush loses-events loses-the-lift
  loses-a-change-of-fingers two-daemons keeps-the-kernels-times permission-comes-late grab
  grab-again grab-while-connected keyboard-is-left-alone keyboard-is-refused
  two-fingers-across-a-gap two-panels-on-two-parts turned-by-reload list-panel mouse touchpad
  memory-at-rest screen"

# A panel that is plugged in while the daemon runs is found, and pans the card.
appears() {
  start a
  plug a
  pan a
  ! logged a "keeps its own clock" || fail "the panel has no monotonic clock"
  stop a
  saw "$seen"
}

# The panel is unplugged in a pan: that is cancelled, the card goes home. It comes back and works.
vanishes() {
  start a
  plug a
  pan_half a
  inject destroy
  until_over a
  check_pan a cancelled $from $middle
  cancelled=$seen
  logged a "$node has gone" || fail "the log does not say that $node has gone"
  plug a
  pan a
  stop a
  saw "cancelled after $cancelled; plugged in again: $seen"
}

# After many panels have come and gone, what is open is what was open before.
plugged_50_times() {
  start a
  descriptors a > "$folder/before"
  count=0
  while [ $count -lt 50 ]; do
    count=$((count + 1))
    make panel
    until_logged a "is read: touchscreen" $count
    inject destroy
    until_logged a "has gone" $count
  done
  is_alive a || fail "the daemon has died"
  descriptors a > "$folder/after"
  cmp -s "$folder/before" "$folder/after" ||
    fail "open before: $(wc -l < "$folder/before"), after: $(cat "$folder/after")"
  plug a
  pan a
  stop a
  saw "50 cycles, $(wc -l < "$folder/after") descriptors before and after; then $seen"
}

# Panels come and go faster than the daemon can look.
plugged_in_a_rush() {
  start a
  descriptors a > "$folder/before"
  count=0
  while [ $count -lt 50 ]; do
    count=$((count + 1))
    inject panel
    inject destroy
  done
  make panel
  until_so "the last panel is open" is_open a "$node"
  read_count=$(grep -c -F "is read: touchscreen" "$folder/a.log")
  pan a
  inject destroy
  until_logged a "has gone" "$read_count"
  descriptors a > "$folder/after"
  cmp -s "$folder/before" "$folder/after" ||
    fail "open before: $(wc -l < "$folder/before"), after: $(cat "$folder/after")"
  stop a
  saw "51 cycles, of which the daemon saw $read_count; then $seen"
}

# The daemon stands still while more comes than the kernel keeps for it.
lose() {
  kill -STOP "$(pid a)"
  until_so "the daemon stands still" is_in_state a T
  "$@"
  kill -CONT "$(pid a)"
  until_logged a "$node lost events; its state was read again"
}

place="720 1164"

# In the gap the finger went on: so does the pan, at the new place.
loses_events() {
  start a
  plug a
  pan_half a
  lose inject burst 3000 0 $place
  until_so "the pan goes on behind the gap" shows a '"phase":"changed","location":\[260,419.8'
  inject drag 0 $to 160
  inject up 0
  until_over a
  check_pan a ended $from $to
  across=$seen
  pan a
  stop a
  saw "one pan across the gap: $across; then $seen"
}

# In the gap the finger lifted: the pan is over, and no contact is stuck.
loses_the_lift() {
  start a
  plug a
  pan_half a
  lose burst_and_lift
  until_over a
  has_phase a ended || fail "a pan whose finger lifted is cancelled"
  check_is_home a
  pan a
  stop a
  saw "ended in the gap; then $seen"
}

burst_and_lift() {
  inject burst 3000 0 $place
  inject up 0
}

# In the gap another finger took the slot: the old pan is over, and the new finger makes its own.
loses_a_change_of_fingers() {
  start a
  plug a
  pan_half a
  lose burst_and_change
  until_so "the first pan is over" is_first_over
  inject drag 0 $to 160
  inject up 0
  until_so "both pans are over" has_phase a ended 2
  until_so "the card rests" rests a
  check_is_home a
  phases=$(phases_of a)
  [ "$phases" = "1 began,1 changed,1 ended,2 began,2 changed,2 ended" ] ||
    fail "two pans were expected: $phases"
  pan a
  stop a
  saw "$phases; then $seen"
}

is_first_over() { has_phase a ended || has_phase a cancelled; }

burst_and_change() {
  burst_and_lift
  inject down 0 $from
}

# Two daemons read one panel, and both see all of it.
two_daemons() {
  start a
  start b
  plug a b
  pan a b
  steps=$(steps_of a)
  [ "$steps" = "$(steps_of b)" ] || fail "the two clients saw different steps"
  stop a
  pan b
  stop b
  saw "$(echo "$steps" | wc -l) steps, the same in both; then one alone: $seen"
}

# The steps that the client saw, but for times and what is computed from them.
steps_of() { window "$1" | sed -n '/^{"gesture"/{s/"time":[0-9]*,//;s/,"velocity":.*//;p}'; }

# Each step has the time at which the kernel had the touch, however busy the machine is: two
# daemons that share a processor see the same steps to the last digit, velocity included.
keeps_the_kernels_times() {
  start a
  start b
  plug a b
  exact_times=1
  for count in 1 2 3; do
    pan a b
    window a | grep '^{"gesture"' > "$folder/a.steps"
    window b | grep '^{"gesture"' > "$folder/b.steps"
    cmp -s "$folder/a.steps" "$folder/b.steps" || fail "the two clients saw different steps"
  done
  stop a
  stop b
  saw "three pans, every step the same in both daemons; the last: $seen"
}

# A node without read permission is tried again when the kernel reports new permissions.
permission_comes_late() {
  program="start-stop-daemon -S -c 1000:1000 -x /bin/snapbackd --"
  start a
  make panel
  until_logged a "no permission to read $node"
  # Longer than it tries by itself.
  sleep 5
  ! logged a "$node \"Snapback test panel\" is read" || fail "it may be read, to our surprise"
  chmod 644 "$node"
  until_logged a "$node \"Snapback test panel\" is read: touchscreen"
  ! logged a "no permission to read $node" 2 || fail "the log repeats itself"
  pan a
  stop a
  saw "warned once, then $seen"
}

# Starts another reader of the panel, which never grabs.
read_along() {
  cat "$node" > "$folder/raw" 3>&- 4>&- &
  echo $! > "$folder/reader.pid"
  until_so "the other reader has opened the panel" is_open reader "$node"
}

raw_size() { wc -c < "$folder/raw"; }

# Swipes, and the reader that never grabs has to see it.
reader_sees_all() {
  size=$(raw_size)
  swipe $from $to 160
  until_so "the other reader sees a swipe" has_grown
}

has_grown() { [ "$(raw_size)" -gt "$size" ]; }

needs_grab() {
  snapbackd --help | grep -q -e --grab || leave_out "this build has no --grab"
}

# A program that grabs has the panel alone; the next one gets it when the first is killed.
grab() {
  needs_grab
  make panel
  read_along
  reader_sees_all
  start a --grab always
  until_logged a "info: $node is grabbed"
  start b --grab always
  until_logged b "grabbed by another program"
  size=$(raw_size)
  mark b
  pan a
  ! has_grown || fail "the other reader sees a pan of a grabbed panel"
  check_nothing b
  held=$seen
  kill -KILL "$(pid a)"
  killed=$(uptime)
  until_logged b "info: $node is grabbed"
  after=$(seconds_since "$killed")
  size=$(raw_size)
  pan b
  ! has_grown || fail "the other reader sees a pan of a grabbed panel"
  stop b
  reader_sees_all
  saw "a has it alone: $held; b has it $after s after a was killed: $seen; then it is free"
}

# A grabbed panel that is plugged out and in again is grabbed again.
grab_again() {
  needs_grab
  start a --grab always
  for count in 1 2; do
    plug a
    until_logged a "info: $node is grabbed" $count
    read_along
    pan a
    [ "$(raw_size)" = 0 ] || fail "the other reader sees a pan of a grabbed panel"
    inject destroy
    until_logged a "$node has gone" $count
  done
  stop a
  saw "grabbed both times; $seen"
}

# With --grab while-connected others see the panel as long as no client listens.
grab_while_connected() {
  needs_grab
  make panel
  read_along
  launch a --grab while-connected
  until_logged a "$node \"Snapback test panel\" is read: touchscreen"
  reader_sees_all
  connect a
  until_logged a "info: $node is grabbed"
  size=$(raw_size)
  pan a
  ! has_grown || fail "the other reader sees a pan of a grabbed panel"
  kill -TERM "$(cat "$folder/a.client.pid")"
  until_so "the panel is free" reader_sees_again
  stop a
  saw "free, grabbed with a client, free again: $seen"
}

reader_sees_again() {
  size=$(raw_size)
  swipe $from $to 80
  has_grown
}

# A keyboard beside a panel is looked at and closed; what is typed is not read.
keyboard_is_left_alone() {
  start a
  make keyboard
  keys=$node
  plug a
  pan a
  ! is_open a "$keys" || fail "the keyboard is open"
  mark a
  inject key 30
  sleep 0.3
  check_nothing a
  ! logged a "Snapback test keyboard" || fail "the log speaks of the keyboard"
  stop a
  saw "not open; $seen"
}

# A keyboard is not read even when it is named, and the log says so.
keyboard_is_refused() {
  make keyboard
  start a --device "$node"
  until_logged a "warning: $node \"Snapback test keyboard\" is a keyboard; not read"
  ! is_open a "$node" || fail "the keyboard is open"
  inject key 30
  sleep 0.3
  check_nothing a
  stop a
  saw "warned, not open"
}

# At rest, the daemon takes at most 14 MB, the bound of scripts/test sizes. The guest's files are in
# memory, so pages of the program count as RssShmem.
memory_at_rest() {
  launch a
  sleep 1
  megabytes=$(awk '/^Rss(Anon|File|Shmem):/ { kib += $2 } END { printf "%.2f", kib * 1.024e-3 }' \
    "/proc/$(pid a)/status")
  echo "$megabytes" | awk '{ exit !($1 > 4 && $1 <= 14) }' || fail "$megabytes MB"
  stop a
  saw "$megabytes MB"
}
