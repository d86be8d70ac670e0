#!/usr/bin/env bash
# specs/sweeps.md, word by word.
#   test_sweeps_page.sh POLHODE ROOT
. "${BASH_SOURCE%/*}/pages.sh"
mkdir own && ln -s /usr/bin/python3 own/python3 # that of the distribution has numpy
PATH=$work/own:$PATH
run_page sweeps
between 2 $n 2
end
