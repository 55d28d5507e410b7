# The subcommands of scripts/test, scripts/generate and scripts/package. Each is an executable file of a folder, and
# its second line says what it does:
#   list FOLDER                      prints all names, each with its second line
#   run_one FOLDER NAME [ARGUMENT]…  becomes that program; ends with 64 when there is none
#   usage                            prints the comment at the head of the script; ends with 64

list() {
  local path
  for path in "$1"/*; do
    [ -x "$path" ] || continue
    printf '%-14s%s\n' "${path##*/}" "$(sed -n '2s/^\(# \|"""\)//p' "$path")"
  done
}

run_one() {
  local folder=$1 name=$2
  shift 2
  if [[ $name == */* || ! -f $folder/$name || ! -x $folder/$name ]]; then
    echo "${0##*/}: there is no \"$name\", only:" >&2
    list "$folder" >&2
    exit 64
  fi
  exec "$folder/$name" "$@"
}

usage() {
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2
  exit 64
}
