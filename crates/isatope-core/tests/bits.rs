use isatope_core::Bits;

#[test]
fn bits_are_put_and_found_anywhere() {
    let bytes: [u8; 20] = core::array::from_fn(|i| i as u8 * 13 + 7);
    let all = Bits::from_bytes(&bytes);
    assert_eq!(all.to_bytes(), bytes);
    for (low, count) in
        [(0, 64), (8, 16), (63, 1), (64, 64), (64, 20), (80, 24), (95, 2), (96, 64), (128, 32), (150, 10)]
    {
        let mut changed = all;
        let found = (0..count).fold(0, |value, i| {
            let bit = (low + i) as usize;
            value | u64::from(bytes[bit / 8] >> (bit % 8) & 1) << i
        });
        assert_eq!(all.get(low, count), found, "{low} {count}");
        changed.put(low, count, !found);
        assert_eq!(changed.get(low, count), !found & (u64::MAX >> (64 - count)), "{low} {count}");
        changed.put(low, count, found);
        assert_eq!(changed, all, "{low} {count}");
    }
}
