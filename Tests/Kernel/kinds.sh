# Scenarios with more than one panel, and with other kinds of devices.

# The phases that the client saw since the mark, with the ids of their pans.
phases_of() {
  window "$1" | sed -n 's/^{"gesture":{"id":\([0-9]*\),.*"phase":"\([a-z]*\)".*/\1 \2/p' |
    uniq | paste -s -d , -
}

# check_one_pan NAME END: one pan from its begin to this end, and the card home.
check_one_pan() {
  until_over "$1"
  phases=$(phases_of "$1")
  id=${phases%% *}
  [ "$phases" = "$id began,$id changed,$id $2" ] || fail "one pan was expected: $phases"
  check_is_home "$1"
}

# Events are lost while two fingers pan; both go on, and it is one pan.
two_fingers_across_a_gap() {
  start a
  plug a
  mark a
  inject down 0 415 970
  inject down 1 615 970
  inject both 495 940 695 940 160
  until_so "the client of a saw the pan go on" has_phase a changed
  lose inject burst 3000 0 505 930
  inject both 600 840 800 840 160
  inject up 0
  inject up 1
  check_one_pan a ended
  across=$phases
  pan a
  stop a
  saw "$across; then $seen"
}

# configure TEXT: writes a configuration for --config.
configure() { echo "$1" > "$folder/snapbackd.json5"; }

# Two panels cover the two halves of the screen, by rules.
two_panels_on_two_parts() {
  configure '{ deviceRules: [
    { match: { name: "Snapback test panel", bus: "virtual" }, outputShares: [0, 0, 0.5, 1] },
    { match: { name: "Snapback second*" }, output: [195, 0, 195, 844] },
  ] }'
  start a --config "$folder/snapbackd.json5"
  plug a
  make second
  until_logged a "$node \"Snapback second panel\" is read: touchscreen"
  mark a
  swipe $from $to 320
  until_over a
  check_pan a ended 207.5 970 401.5 804
  left=$seen
  inject use second
  mark a
  swipe 130 970 518 804 320
  until_over a
  check_pan a ended 605 970 799 804
  stop a
  saw "left: $left; right: $seen"
}

# A reload turns the picture under a finger: the pan is cancelled, and the finger counts again when
# it has lifted.
turned_by_reload() {
  configure '{}'
  start a --config "$folder/snapbackd.json5"
  plug a
  pan_half a
  configure '{ rotation: 180 }'
  kill -HUP "$(pid a)"
  until_over a
  has_phase a cancelled || fail "the pan was not cancelled"
  mark a
  inject drag 0 $to 160
  inject up 0
  sleep 0.3
  check_nothing a
  mark a
  # Upside down: the same place of the picture is at the other end of the panel.
  swipe 665 1370 277 1536 320
  until_over a
  check_pan a ended $from $to
  stop a
  saw "cancelled, silent until the lift; then $seen"
}

# plug_in WORD NAME KIND: makes a device that only some builds can read.
plug_in() {
  make "$1"
  until_so "the daemon has looked at the $1" logged a "$node \"$2\""
  logged a "$node \"$2\" is read: $3" || leave_out "this build reads no $1"
}

# A panel that sends lists of contacts (protocol A) pans as one with slots does.
list_panel() {
  start a
  plug_in lists "Snapback list panel" touchscreen
  inject use lists
  pan a
  one=$seen
  mark a
  inject down 0 415 970
  inject down 1 615 970
  inject both 515 870 715 870 160
  inject up 0
  inject drag 1 795 790 80
  inject up 1
  check_one_pan a ended
  stop a
  saw "$one; with two fingers of which one lifts first: $phases"
}

# A mouse's pointer is in the middle of the screen, and its button pans the card.
mouse() {
  start a
  plug_in mouse "Snapback test mouse" mouse
  mark a
  inject button 1
  inject move 100 -60 320
  inject button 0
  until_over a
  check_pan a ended 540 1170 816.923077 1003.649289
  stop a
  saw "$seen"
}

# A finger on a touchpad moves the pointer and pans while the button is down.
touchpad() {
  start a
  plug_in touchpad "Snapback test touchpad" touchpad
  inject use touchpad
  mark a
  inject down 0 400 1000
  inject drag 0 440 1000 160
  sleep 0.3
  check_nothing a
  inject button 1
  inject drag 0 540 940 160
  inject button 0
  inject up 0
  check_one_pan a ended
  stop a
  saw "nothing without the button; with it $phases"
}
