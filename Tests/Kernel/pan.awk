# Holds the lines that a client saw against one pan of the card, from touch-down to rest.
#
#   awk -f pan.awk -v end=ended|cancelled -v from="X Y" -v to="X Y" -v now=SECONDS LINES
#
# The finger went in a straight line between two places, in units of the panel; now is how long the
# machine has been up. With exact_times=1 all times have to be the kernel's. Prints what was seen,
# or what was wrong, with the exit code 1.

function fail(why) {
  print why
  has_failed = 1
  exit 1
}

# The numbers of the first array called name in text, into values; how many there are.
function numbers(text, name, values) {
  if (!match(text, "\"" name "\":\\[[^]]*\\]")) fail("no " name " in: " text)
  return split(substr(text, RSTART + length(name) + 4, RLENGTH - length(name) - 5), values, ",")
}

# The value of a name in text.
function value(text, name) {
  if (!match(text, "\"" name "\":[^,}]*")) fail("no " name " in: " text)
  return substr(text, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
}

# Newton's method, because busybox's awk may be built without sqrt.
function length_of(x, y,    square, root, before) {
  square = x * x + y * y
  root = square > 1 ? square : 1
  do {
    before = root
    root = (root + square / root) / 2
  } while (before - root > 1e-9)
  return root
}

# The part of the travel along an axis that the slop absorbs.
function absorbed(travel) {
  if (travel >= slop - rounding) return slop
  return travel <= rounding - slop ? -slop : 0
}

BEGIN {
  # configs/scenes/card.json5, and the panel of inject.c. The card's edges lie on whole pixels.
  card_x = 39; card_y = 658 / 3
  slop = 10
  split(from, start); split(to, goal)
  for (i = 1; i <= 2; i++) {
    start[i] *= i == 1 ? 390 / 1080 : 844 / 2340
    goal[i] *= i == 1 ? 390 / 1080 : 844 / 2340
  }
  # Live frames round points to a thousandth and factors to a millionth.
  rounding = 0.0022; under_finger = 0.05
}

/^\{"gesture"/ {
  phase = value($0, "phase"); gsub("\"", "", phase)
  if (value($0, "view") != "\"card\"") fail("the pan is not on the card: " $0)
  if (steps++ == 0) {
    if (phase != "began") fail("a pan starts with began, not with " phase)
    id = value($0, "id")
    numbers($0, "location", first)
    is_far = 0
    for (i = 1; i <= 2; i++) {
      base[i] = start[i] + absorbed(first[i] - start[i])
      if (base[i] != start[i]) is_far = 1
    }
    if (!is_far) fail("it began within the slop")
  } else if (value($0, "id") != id) {
    fail("a second pan, which is " phase ", after " steps - 1 " steps of the first")
  } else if (is_over) {
    fail("a step after the end: " phase)
  } else if (phase != "changed" && phase != end) {
    fail("a pan that should be " end " is " phase)
  }
  is_over = phase == end
  is_held = !is_over
  numbers($0, "location", finger)
  numbers($0, "translation", way)
  if (length_of(finger[1] - base[1] - way[1], finger[2] - base[2] - way[2]) > 2 * rounding) {
    fail("the translation is not the way less the slop: " $0)
  }
  # The kernel stamps whole microseconds; a cancellation is of the daemon.
  time = value($0, "time")
  if (phase != "cancelled" && time !~ /000$/) off_time++
  seconds = time / 1e9
  if (seconds > now || seconds < now - 120) fail("at " now " s its time is " seconds " s")
}

# The card in a frame: where it is drawn, and whether the grabbed point is under the finger.
/^\{"frame"/ && index($0, "\"id\":\"card\"") {
  card = substr($0, index($0, "\"id\":\"card\""))
  numbers(card, "translation", translation)
  rotation = value(card, "rotation")
  drawn = length_of(translation[1], translation[2])
  if (is_held) {
    numbers(card, "toScreen", m)
    x = base[1] - card_x; y = base[2] - card_y
    off = length_of(m[1] * x + m[3] * y + m[5] - finger[1], m[2] * x + m[4] * y + m[6] - finger[2])
    if (off > under_finger) fail("the grabbed point is " off " points from the finger")
    if (off > worst) worst = off
    if (drawn > most_drawn) most_drawn = drawn
    held_frames++
  }
}

{ last = $0 }

END {
  if (has_failed) exit 1
  if (!is_over) fail("the pan is never " end ", after " steps + 0 " steps")
  if (steps < 3) fail("a pan of only " steps " steps")
  if (length_of(finger[1] - goal[1], finger[2] - goal[2]) > rounding) {
    fail("it ends at " finger[1] "," finger[2] " and the finger at " goal[1] "," goal[2])
  }
  whole = length_of(goal[1] - start[1], goal[2] - start[2])
  gone = length_of(way[1], way[2])
  # Each axis has lost the slop or nothing.
  miss = gone - length_of(goal[1] - base[1], goal[2] - base[2])
  if (miss > 2 * rounding || miss < -2 * rounding) {
    fail("of a swipe of " whole " points the pan has " gone)
  }
  if (held_frames < 2) fail("only " held_frames + 0 " frames came while the finger was down")
  # The grabbed point follows exactly; the card's middle does so but for the tilt.
  if (most_drawn < 0.7 * gone || most_drawn > 1.3 * gone) {
    fail("the finger went " gone " points, the card " most_drawn)
  }
  if (translation[1] != "0" || translation[2] != "0" || rotation != "0") {
    fail("the card rests at " translation[1] "," translation[2] ", turned by " rotation)
  }
  if (last !~ /^\{"idle"/) fail("the last line is not idle: " last)
  if (exact_times && off_time) fail(off_time " of " steps " steps have not the time of the kernel")
  printf "%d steps, %.1f of %.1f pt, grabbed point within %.4f pt in %d frames, home, idle\n", \
    steps, gone, whole, worst, held_frames
}
