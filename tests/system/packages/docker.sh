#!/bin/sh
# SPDX-License-Identifier: MIT
# docker.sh DIST CLEAN WORK: does what the Dockerfile says, without docker:
# an image is a copy of a clean root, and the context is the packed sources.
# It knows the instructions that are used there: FROM, RUN, COPY, WORKDIR,
# ENTRYPOINT.
set -eu
dist=$1 clean=$2 work=$3/docker
. "$(dirname "$0")/root.sh"
mkdir -p "$work/context"
tar -xzf "$dist"/star-[0-9]*.tar.gz -C "$work/context" --strip-components=1
# One instruction a row.
sed -e '/^#/d; /^$/d' -e :a -e '/\\$/N; s/\\\n *//; ta' \
    "$work/context/tools/packages/Dockerfile" >"$work/instructions"
folder=/ entrance=

while read -r instruction rest; do
    echo "docker: $instruction $rest" | cut -c 1-79
    # The words are meant to be split.
    # shellcheck disable=SC2086
    set -- $rest
    case $instruction in
    FROM)
        image=$work/${3-image} folder=/
        cp -a "$clean" "$image"
        ;;
    RUN)
        root_run "$image" sh -ec "cd $folder; $rest" >"$work/log" 2>&1 || {
            tail -n 50 "$work/log"
            exit 1
        }
        ;;
    COPY)
        from=$work/context
        case $1 in
        --from=*)
            from=$work/${1#--from=}
            shift
            ;;
        esac
        mkdir -p "$image/$2"
        cp -a "$from/$1/." "$image/$2"
        ;;
    WORKDIR)
        folder=$1
        mkdir -p "$image/$folder"
        ;;
    ENTRYPOINT) entrance=$(echo "$rest" | tr -d '[]",') ;;
    *)
        echo "docker: cannot $instruction"
        exit 1
        ;;
    esac
done <"$work/instructions"

cp "$work/context/examples/sieve.star" "$image/$folder"
root_run "$image" sh -c "cd $folder && $entrance run sieve.star" |
    diff "$work/context/examples/sieve.expected" -
