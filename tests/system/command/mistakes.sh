#!/bin/sh
# SPDX-License-Identifier: MIT
# Command lines that mean nothing, and what they may have meant.
set -eu
. "$(dirname "$0")/common"

printf 'program p; begin writeln(1) end.' >p.star
gives 2 rnu p.star
says "there is no command and no file 'rnu': did you mean 'run'?"
gives 2 run p.star --max-dept 3
says "there is no option '--max-dept': did you mean '--max-depth'?"
gives 2 run p.star --max-dept=3
says "did you mean '--max-depth'?"
gives 2 run -x p.star
says "there is no option '-x'"
gives 2 run p.star --max-depth
says '--max-depth needs a value'
gives 2 --help=run
says '--help takes no value'
gives 2 run --ranks --watch p.star
says '--ranks goes with neither --session nor --watch'
gives 2 run --ranks-from 5 p.star
says '--ranks-from needs --ranks'
gives 2 run --ranks --device cuda:1 p.star
says 'with --ranks each rank takes a device of its host: --device cuda, without'
gives 2 run p.star --print n
says 'there is no option --print here'
gives 2 check p.star --device cpu
says 'there is no option --device here'
gives 2 run p.star 1
says "'1': the program's heading has 0 files, found 1 argument"
gives 2 check p.star q.star
says "unexpected 'q.star'"
gives 2 call p.star
says 'usage: star call FILE PROC'
gives 2 doc SHUFLE
says "did you mean 'SHUFFLE'?"
gives 2 doc index-range
says 'star explain index-range'
gives 2 explain indx-range
says "did you mean 'index-range'?"
gives 2 --max-memory 17179869184G run p.star
says 17179869184G
gives 2 run --max-memory 1.5G p.star
says 1.5G
gives 2 run --max-depth 99999999999 p.star
says 99999999999
gives 0 --max-memory 16m --max-depth=1 --isa=portable run p.star
prints 1
gives 0 run -- p.star
prints 1
gives 0 run --help p.star
shows 'usage: star run FILE'

# A unit that is missing, itself wrong, or no unit.
printf 'program p;\nuses lost;\nbegin end.' >uses.star
gives 3 check uses.star
says "uses.star:2:6: error: there is no unit 'lost'"
printf 'program lost; begin end.' >lost.star
gives 3 check uses.star
says "'lost' is a program"
printf 'proc q;\nbegin x end;' >lost.star
gives 3 check uses.star
says 'lost.star:2:7: error:'
mkdir folder
mv uses.star lost.star folder
gives 3 check folder/uses.star
says 'folder/lost.star:2:7: error:'

# More errors than are shown are counted.
{
    printf 'program p;\nbegin\n'
    for i in 1 2 3 4 5; do
        printf '  a%s; b%s; c%s; d%s; e%s; f%s; g%s; h%s;\n' $i $i $i $i \
            $i $i $i $i
    done
    printf 'end.\n'
} >many.star
gives 3 check many.star
[ "$(grep -c 'error:' err)" = 30 ] || wrong 'expected 30 errors'
says 'star: note: and 10 more errors'
finish
