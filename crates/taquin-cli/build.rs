//! Builds the command again when the browser app that it embeds was built again.

fn main() {
    println!("cargo::rerun-if-changed=../../web/dist");
}
