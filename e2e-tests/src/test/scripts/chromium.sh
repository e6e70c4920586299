#!/usr/bin/env bash
# Licensed under the Apache License, Version 2.0. See LICENSE.
#
# Prints the path of a Chromium. Installs Debian's package if there is none and root asks for it, within two minutes.
# Exit code 1, with the reason on stderr, if there is none to be had.
set -u

find_browser() {
  local name
  for name in chromium chromium-browser google-chrome; do
    command -v "$name" && return 0
  done
  return 1
}

give_up() {
  printf 'no Chromium: %s\n' "$1" >&2
  exit 1
}

find_browser && exit 0
command -v apt-get >/dev/null || give_up "none is installed, and there is no apt-get"
[ "$(id -u)" -eq 0 ] || give_up "none is installed, and only root may install one"

install='apt-get -q -y -o DPkg::Lock::Timeout=60 -o Acquire::Retries=0 -o Acquire::http::Timeout=15 install --no-install-recommends chromium fonts-dejavu-core'
update='apt-get -q -o Acquire::Retries=0 -o Acquire::http::Timeout=15 update'
# The lists of packages are often there and new enough.
DEBIAN_FRONTEND=noninteractive timeout 120 bash -c "$install || { $update && $install; }" >&2 ||
  give_up "apt-get could not install it within two minutes"
find_browser || give_up "the package has no program of a known name"
