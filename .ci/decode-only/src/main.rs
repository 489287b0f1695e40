//! A program that only decodes and prints, as a user of the published crates has it.

use isatope::Target;

fn main() {
    let inst = Target::GFX900.decode(&[0x01, 0x03, 0x02, 0x7e]).expect("a word that decodes");
    assert_eq!(inst.to_string(), "v_mov_b32       v1, v1");
}
