#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = isatope_fuzz::decode(&mut isatope_fuzz::Unstructured::new(data));
});
