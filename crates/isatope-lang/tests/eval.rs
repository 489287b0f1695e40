//! Tests the order of effects of a body, on a toy machine with four lanes.

use isatope_lang::{Model, compile, eval};

const TOY: &str = r#"
arch toy {
    dialects plain
    lanes 4
    word 32
}
version toy1

reference toy "Toy instruction set"

file r "r" 4 : u32 per lane
register flags : mask
register exec : mask active

/// What is outside.
interface port {
    /// Takes a number and gives one.
    ask(a: u32, b: u16) -> u32
    /// Tells the time.
    wave tick()
}

fn asked(a: u32) -> u32 { port.ask(a, u16(a >> 16)) + 1 }

operand reg : 8 {
    0..3    r 0
}

/// How a result is moved.
enum move : u3 {
    stay = 0                /// not at all
    left = 1 "l" "lft"      /// towards the high bits
    right = 2
    by = 4..6 number 1      /// by a number of bytes
}

modifier way : words move

format two : 32 {
    31:24  op
    23:16  dst : reg
    15:8   src : reg
    7:3    = 0
    2:0    way : move
    operands dst, src
    modifiers : way
    view u32 moved output = match way {
        left { result << 1 }
        right { result >> 1 }
        else { result }
    }
}

/// The two directions change places.
fn opposite(way: move) -> move {
    match way {
        left { right }
        right { left }
        else { way }
    }
}

/// A number for each range: in statements, and of something that is worked out once.
fn classed(x: u32) -> u32 {
    var result: u32 = 0
    match asked(x)[7:0] {
        0, 2 { result = 1 }
        1, 3..0x7f, 0x90 {
            let more = result + 2
            result = more
        }
        else { result = 3 }
    }
    result + match result == 2 { true { 0x10 } false { 0 } }
}

/// Copies from the next lane.
inst shift : two {
    op 1
    asm dst: u32, src: u32
    lane { dst = src@(lane_id + 1) }
    source toy "page 1"
}

/// Sets the flag of odd values, and leaves the other flags unassigned.
inst odd : two {
    op 2
    asm dst: u32, src: u32
    lane {
        if src[0] { flags = true }
        dst = src >> 40
    }
    source toy "page 1"
}

/// Quotient and remainder by the second source, of which 0 is one.
inst divide : two {
    op 3
    asm dst: u32, src: u32
    lane { dst = {u16(dst / src), u16(dst % src)} }
    source toy "page 1"
}

/// Asks the port.
inst ask : two {
    op 4
    asm dst: u32, src: u32
    lane { dst = if src[0] { asked(src) } else { 7 } }
    source toy "page 1"
}

/// Tells the port.
inst tick : two {
    op 5
    asm
    wave { port.tick() }
    source toy "page 1"
}

/// Copies, moved as the view says and by what the entry says.
inst move : two {
    op 6
    asm dst: u32 moved, src: u32
    lane {
        dst = match way {
            stay, left, right { if opposite(way) == left { src + 1 } else { src } }
            by {
                let bytes = u3(way) - 3
                src << 8 * u32(bytes)
            }
            else { 0 }
        }
    }
    source toy "page 1"
    example src=0x21 way=0 => dst=0x21
    example src=0x21 way=1 => dst=0x42
    example src=0x21 way=2 => dst=0x11
    example src=0x21 way=5 => dst=0x210000
    example src=0x21 way=3 => dst=0
}

/// Asks the port once, and says what kind of number came back.
inst class : two {
    op 7
    asm dst: u32, src: u32
    lane { dst = classed(src) + (match asked(src) { 7 { 0 } else { let much = src << 8
        much } }) }
    source toy "page 1"
}
"#;

/// Register 0 is the destination, register 1 the source.
struct Toy {
    rows: [[u32; 4]; 2],
    flags: u64,
    exec: u64,
    calls: Vec<Call>,
}

/// Interface, operation, lane, arguments.
type Call = (usize, usize, Option<u32>, Vec<u128>);

impl eval::Host for Toy {
    fn active(&self) -> u64 {
        self.exec
    }
    fn version(&self) -> usize {
        0
    }
    fn operand(&self, operand: usize, lane: u32) -> u128 {
        self.rows[operand][lane as usize].into()
    }
    fn set_operand(&mut self, operand: usize, lane: u32, value: u128) {
        self.rows[operand][lane as usize] = value as u32;
    }
    fn operand_index(&self, operand: usize) -> u32 {
        operand as u32
    }
    fn field(&self, _: &str) -> u64 {
        0
    }
    fn register(&self, register: usize) -> u64 {
        [self.flags, self.exec][register]
    }
    fn set_register(&mut self, register: usize, value: u64) {
        *[&mut self.flags, &mut self.exec][register] = value;
    }
    fn file(&self, _: usize, index: u32, lane: u32) -> u32 {
        self.rows[index as usize][lane as usize]
    }
    fn set_file(&mut self, _: usize, index: u32, lane: u32, value: u32) {
        self.rows[index as usize][lane as usize] = value;
    }
    fn operand_word(&self, operand: usize, _: u32, lane: u32) -> u32 {
        self.rows[operand][lane as usize]
    }
    fn set_operand_word(&mut self, operand: usize, _: u32, lane: u32, value: u32) {
        self.rows[operand][lane as usize] = value;
    }
    fn memory(&mut self, _: usize, _: u64, _: u32, _: u32) -> u64 {
        0
    }
    fn set_memory(&mut self, _: usize, _: u64, _: u32, _: u32, _: u64) {}
    fn call(&mut self, interface: usize, operation: usize, lane: Option<u32>, arguments: &[u128]) -> u128 {
        self.calls.push((interface, operation, lane, arguments.to_vec()));
        arguments.iter().sum()
    }
}

fn model() -> Model {
    let files = [("toy.isa", TOY)];
    compile(&files).unwrap_or_else(|errors| panic!("{}", errors.iter().map(|e| e.render(&files)).collect::<String>()))
}

fn run(name: &str, mut toy: Toy) -> Toy {
    let model = model();
    let inst = model.insts.iter().find(|i| i.name == name).expect("declared");
    eval::run(&model, &inst.operands, inst.program(0, 0).expect("has a body"), &mut toy);
    toy
}

#[test]
fn other_lanes_are_read_before_anything_is_written() {
    // If a write were visible to the next lane, the same rows would shift twice.
    let toy = run("shift", Toy { rows: [[0; 4], [1, 2, 3, 4]], flags: 0, exec: 0b1011, calls: Vec::new() });
    assert_eq!(toy.rows[0], [2, 3, 0, 1], "lane 2 is not active, and lane numbers wrap");
}

#[test]
fn a_mask_is_collected_from_zero() {
    let toy = run("odd", Toy { rows: [[9; 4], [1, 2, 3, 5]], flags: 0b1111, exec: 0b0111, calls: Vec::new() });
    assert_eq!(toy.flags, 0b0101, "lane 1 did not assign it, lane 3 is not active");
    assert_eq!(toy.rows[0], [0, 0, 0, 9], "a shift by the width or more gives 0");
    assert_eq!(
        run("odd", Toy { rows: [[9; 4]; 2], flags: 0b1111, exec: 0, calls: Vec::new() }).flags,
        0,
        "written without a lane, too"
    );
}

#[test]
fn division_by_zero_is_defined() {
    let toy = run("divide", Toy { rows: [[7, 7, 7, 7], [0, 2, 7, 9]], flags: 0, exec: 0b1111, calls: Vec::new() });
    assert_eq!(toy.rows[0], [0xffff_0007, 0x0003_0001, 0x0001_0000, 0x0000_0007]);
}

#[test]
fn operations_reach_the_host_lane_by_lane() {
    let toy = run("ask", Toy { rows: [[9; 4], [0x50001, 2, 0x30003, 5]], flags: 0, exec: 0b0111, calls: Vec::new() });
    assert_eq!(toy.calls, [(0, 0, Some(0), vec![0x50001, 5]), (0, 0, Some(2), vec![0x30003, 3])]);
    assert_eq!(toy.rows[0], [0x50007, 7, 0x30007, 9], "the answer and 1; the port is asked where it is needed");
    let toy = run("tick", Toy { rows: [[9; 4]; 2], flags: 0, exec: 0, calls: Vec::new() });
    assert_eq!(toy.calls, [(0, 1, None, vec![])], "once, whatever the mask of active lanes");
}

#[test]
fn what_is_matched_is_worked_out_once() {
    // Here the port returns its argument, and `asked` adds 1.
    let toy = run("class", Toy { rows: [[9; 4], [1, 0, 0x7f, 6]], flags: 0, exec: 0b1111, calls: Vec::new() });
    assert_eq!(toy.rows[0], [0x101, 0x12, 0x7f03, 0x12]);
    assert_eq!(toy.calls.len(), 8, "two matches in each lane");
}

#[test]
fn an_enum_is_a_list_of_words_with_meanings() {
    let model = model();
    let list = &model.enums[0];
    let members: Vec<_> = list.members.iter().map(|m| (m.name.as_str(), m.first, m.last, m.doc.as_str())).collect();
    assert_eq!(members[1..3], [("left", 1, 1, "towards the high bits"), ("right", 2, 2, "")]);
    assert_eq!(list.members[1].printed(0), Some("l"));
    let modifier = &model.modifiers[0];
    assert_eq!(modifier.values, Some(0));
    let isatope_lang::ModifierKind::Words(words) = &modifier.kind else { panic!("words") };
    assert_eq!(words[1].names, ["l", "lft"]);
    assert_eq!(words[3].form, isatope_lang::WordForm::Number(1));
}
