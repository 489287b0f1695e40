#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = isatope_fuzz::open(&mut isatope_fuzz::Unstructured::new(data));
});
