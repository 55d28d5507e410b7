# Packages of the Python package index:
#   install_python PACKAGE...  sets `python` to a Python that has these packages, or ends the script
#                              with 69 when they cannot be had
# The Python is in .build/python, in a folder of the script's name, whose file `packages` lists the
# installed versions. The script has to be in the top folder of the repository.

install_python() {
  local name=${0##*/}
  local folder=$PWD/.build/python/$name
  python=$folder/venv/bin/python
  [ "$(cat "$folder/packages" 2>/dev/null)" != "$*" ] || return 0
  python3 -c 'import ensurepip, venv' 2>/dev/null || scripts/setup python3-venv
  echo "$name: installing $*" >&2
  rm -rf "$folder"
  python3 -m venv "$folder/venv"
  if ! "$folder/venv/bin/pip" install --quiet --disable-pip-version-check "$@"; then
    echo "$name: the Python package index does not give $*" >&2
    exit 69
  fi
  echo "$*" >"$folder/packages"
}
