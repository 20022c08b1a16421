#!/bin/sh
# SPDX-License-Identifier: MIT
# arm.sh ROOT: puts into the folder ROOT what a build for 64-bit Arm links with,
# from Debian's packages, which are unpacked and not installed; ROOT/packages, with
# what dpkg-shlibdeps asks of some of them; and ROOT/run, which runs a program that
# was built so: `run PROGRAM ARGUMENT...`.
set -eu
root=$1
[ ! -x "$root/run" ] || exit 0
rm -rf "$root"
mkdir -p "$root/apt/lists/partial" "$root/apt/archives/partial"
cd "$root"
root=$PWD

# Lists of its own: those of this machine are of its own processor.
apt() {
    apt-get -q -o Dir::State::lists="$root/apt/lists" \
        -o Dir::State::status=/dev/null -o Dir::Cache="$root/apt" \
        -o APT::Architecture=arm64 -o APT::Architectures::=arm64 \
        -o APT::Sandbox::User=root "$@"
}
apt update
(cd apt && apt download zlib1g zlib1g-dev libcmocka0 libcmocka-dev \
    libreadline8 libreadline-dev libtinfo6 libc6)
mkdir packages
for name in libc6 libreadline8 zlib1g; do
    dpkg-deb -R apt/${name}_*.deb packages/$name
done
rm apt/libc6_*.deb
for package in apt/*.deb; do
    dpkg-deb -x "$package" .
done
rm -rf apt
# All libraries in one folder, which links name without the path of a root.
libraries=usr/lib/aarch64-linux-gnu
mv lib/aarch64-linux-gnu/* $libraries
for link in "$libraries"/*.so; do
    ln -sf "$(basename "$(readlink "$link")")" "$link"
done
cat >run <<RUN
#!/bin/sh
exec qemu-aarch64 \${STAR_QEMU-} -L /usr/aarch64-linux-gnu \\
    -E LD_LIBRARY_PATH="$root/$libraries" "\$@"
RUN
chmod +x run
