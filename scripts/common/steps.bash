# Steps of a long script, each with its name and its seconds; for .ci/run and scripts/test:
#   step NAME COMMAND...    runs it, and ends the script with 1 when it fails
#   beside NAME COMMAND...  starts it; what it says is kept until `join`
#   join                    waits for what was started beside, prints what it said, and ends the
#                           script with 1 when any failed
#   skip NAME REASON        notes that a step, or a part of one, is not run here
#   skipped                 lists in one line what was not run
# Parallel steps share the processors with the steps that follow, so steps that measure time do not
# run parallel to a build.
set -euo pipefail

steps_folder=$(mktemp -d)
steps_names=()
steps_jobs=()
# shellcheck disable=SC2154
trap 'code=$?; kill "${steps_jobs[@]}" 2>/dev/null || true; rm -rf "$steps_folder"; exit $code' EXIT

step() {
  local name=$1 start=$SECONDS
  shift
  echo "=== $name"
  if ! "$@"; then
    echo "=== $name: FAILED after $((SECONDS - start)) s"
    exit 1
  fi
  echo "=== $name: $((SECONDS - start)) s"
}

beside() {
  local place=${#steps_names[@]}
  steps_names+=("$1")
  (
    # The step must not inherit the script's trap.
    trap - EXIT
    step "$@"
  ) >"$steps_folder/$place" 2>&1 </dev/null &
  steps_jobs+=($!)
}

join() {
  local place failed=0
  for place in "${!steps_names[@]}"; do
    wait "${steps_jobs[$place]}" || failed=1
    cat "$steps_folder/$place"
  done
  steps_names=()
  steps_jobs=()
  [ "$failed" -eq 0 ] || exit 1
}

skip() {
  echo "=== $1: skipped, $2"
  # A file, because parallel steps run in subshells with their own variables.
  echo "$1 ($2)" >>"$steps_folder/skipped"
}

skipped() {
  [ -s "$steps_folder/skipped" ] || echo none >"$steps_folder/skipped"
  echo "skipped: $(paste -sd ';' "$steps_folder/skipped" | sed 's/;/; /g')"
}
