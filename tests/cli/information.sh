#!/bin/sh
# What the command tells about itself, about programs and primitives.
set -eu
. "$(dirname "$0")/common"

gives 0 --version
shows 'star 0.1.0'
gives 0 --help
for word in run check call dis doc devices --version; do
    shows "$word"
done
for name in run check call dis doc devices; do
    gives 0 "$name" --help
    shows "star $name"
done

gives 0 devices
shows cpu

gives 0 doc STEP
shows STEP
shows 'clears that 1'
gives 0 doc step
shows STEP
gives 0 doc writeln
shows writeln
gives 0 doc index-range
shows 'index lies outside'
gives 0 doc
shows STEP
shows writeln
gives 2 doc nosuchname
says nosuchname

gives 0 dis "$top/examples/warshall.star"
shows WARSHALL
shows STEP
shows SETROW
finish
