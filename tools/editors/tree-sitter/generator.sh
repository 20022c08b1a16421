#!/bin/sh
# SPDX-License-Identifier: MIT
# generator.sh OUT: tree-sitter's generator as OUT/generator, which writes the
# parser of the grammar in a folder: `generator FOLDER`. Debian has it as a source
# alone, in the package of the library, and the crates that it is built of.
set -eu
out=$1
[ ! -x "$out/generator" ] || exit 0
rm -rf "$out"
mkdir -p "$out/apt/lists/partial"
cd "$out"
mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' \
    'Created-By: Packages' 'Label: Debian' 'Component: main' | head -n 1)
echo "deb-src $mirror main" >sources.list
apt() {
    apt-get -q -o Dir::Etc::SourceList="$PWD/sources.list" -o Dir::Etc::SourceParts=/dev/null \
        -o Dir::State::Lists="$PWD/apt/lists" -o Dir::Cache="$PWD/apt" \
        -o APT::Sandbox::User=root "$@"
}
apt update
apt source --download-only tree-sitter
dpkg-source --no-check -x tree-sitter_*.dsc source
rm source/Cargo.*
mkdir -p source/generator/.cargo
cd source/generator
cat >.cargo/config.toml <<'END'
[source.crates-io]
replace-with = "debian"
[source.debian]
directory = "/usr/share/cargo/registry"
END
cat >Cargo.toml <<'END'
[package]
name = "generator"
version = "0.20.7"
edition = "2018"
[[bin]]
name = "generator"
path = "main.rs"
[dependencies]
anyhow = "1"
indexmap = "1"
lazy_static = "1"
log = "0.4"
regex = "1"
regex-syntax = "0.6"
rustc-hash = "1"
semver = "1"
serde = { version = "1", features = ["derive"] }
serde_json = { version = "1", features = ["preserve_order"] }
smallbitvec = "2"
tree-sitter = { path = "../lib" }
END
cat >main.rs <<'END'
#[path = "../cli/src/generate/mod.rs"]
mod generate;

fn main() -> anyhow::Result<()> {
    let folder = std::env::args().nth(1).expect("a folder").into();
    generate::generate_parser_in_directory(&folder, None, 14, false, None)
}
END
CARGO_HOME=$PWD/cargo RUST_BINDING_VERSION=0.20 cargo build --offline
mv target/debug/generator "$out"
cd "$out"
rm -rf apt source tree-sitter_* sources.list
