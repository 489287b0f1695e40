//! From a coordinate to the texels around it.

/// Fractional bits of coordinates in texels, and of weights.
const FRACTION: u32 = 8;
/// The weight of a whole texel.
pub(super) const WHOLE: u32 = 1 << FRACTION;
/// Coordinates further outside than this are as good as this far outside.
const FAR: f64 = (1 << 20) as f64;

/// What happens to a coordinate outside of the image (`SQ_TEX_CLAMP`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wrap(pub u8);

impl Wrap {
    /// The nearest texel inside.
    pub const LAST_TEXEL: Self = Self(2);

    /// The texel that means texel `index` of a row of `size`; `None` for the border.
    pub fn texel(self, index: i64, size: u32) -> Option<u32> {
        let size = i64::from(size);
        let mirrored = if index < 0 { -1 - index } else { index };
        let inside = |index: i64| (0..size).contains(&index).then_some(index);
        let index = match self.0 {
            0 => index.rem_euclid(size),
            1 => {
                let index = index.rem_euclid(2 * size);
                index.min(2 * size - 1 - index)
            }
            2 => index.clamp(0, size - 1),
            3 => mirrored.min(size - 1),
            5 | 7 => inside(mirrored)?,
            _ => inside(index)?,
        };
        Some(index as u32)
    }

    /// A coordinate in texels of a row of `size`, made small enough for integers without any change of its texels.
    /// Modes of half a border hold coordinates to the image first: no more than half a texel of the border is seen.
    fn reduce(self, t: f64, size: u32) -> f64 {
        let size = f64::from(size);
        match self.0 {
            0 => t.rem_euclid(size),
            1 => t.rem_euclid(2.0 * size),
            4 => t.clamp(0.0, size),
            5 => t.clamp(-size, size),
            _ => t.clamp(-FAR, FAR),
        }
    }
}

/// The texels that a coordinate names in one direction: one, or two beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taps {
    /// The first one; the second is the next. They may be outside.
    pub first: i64,
    /// Weight of the second one, of [`WHOLE`].
    pub weight: u32,
}

impl Taps {
    /// The second weight or the first.
    pub fn weights(self) -> [u32; 2] {
        [WHOLE - self.weight, self.weight]
    }
}

/// How a direction is filtered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// Texels in this direction.
    pub size: u32,
    /// What is outside.
    pub wrap: Wrap,
    /// Between two texels, or the nearest one.
    pub linear: bool,
    /// Coordinates are truncated to 1/256 instead of rounded.
    pub truncate: bool,
}

impl Axis {
    /// The texels around a coordinate in texels. A NaN is taken for 0.
    ///
    /// A coordinate is a number of 8 fractional bits, rounded to nearest even: so says Direct3D 11.3 (functional
    /// specification, 7.18.8) of texture addressing; Mesa (`conformant_trunc_coord`) says that TRUNC_COORD makes it
    /// truncated. The nearest texel is the floor of that number, so that 255.5/256 of a texel is in the next one.
    pub fn taps(&self, t: f64) -> Taps {
        let t = self.wrap.reduce(if t.is_nan() { 0.0 } else { t }, self.size) * f64::from(WHOLE);
        // A remainder of an infinite number is a NaN, which is 0 as an integer.
        let fixed = if self.truncate { t.floor() } else { t.round_ties_even() } as i64;
        if self.linear {
            let fixed = fixed - i64::from(WHOLE / 2);
            Taps { first: fixed >> FRACTION, weight: (fixed & i64::from(WHOLE - 1)) as u32 }
        } else {
            let first = fixed >> FRACTION;
            // Half a border is for filters only: without one, the end of the image is in its last texel.
            let last = i64::from(self.size) - 1;
            let first = match self.wrap.0 {
                4 => first.clamp(0, last),
                5 => first.clamp(-last - 1, last),
                _ => first,
            };
            Taps { first, weight: 0 }
        }
    }
}

/// How texels become one: blended by their weights, or the least or the greatest of those that have any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    mode: u8,
    sum: [f64; 4],
    any: bool,
}

impl Blend {
    /// No texels, for a FILTER_MODE of 0, 1 or 2.
    pub fn new(mode: u8) -> Self {
        Self { mode, sum: [0.0; 4], any: false }
    }

    /// Adds a texel with a weight; one of weight 0 is not looked at, whatever it holds.
    pub fn add(&mut self, texel: [f64; 4], weight: f64) {
        if weight == 0.0 {
            return;
        }
        for (sum, value) in self.sum.iter_mut().zip(texel) {
            *sum = match self.mode {
                0 => *sum + value * weight,
                _ if !self.any => value,
                1 => sum.min(value),
                _ => sum.max(value),
            };
        }
        self.any = true;
    }

    /// The blended texel; weights are parts of `whole`.
    pub fn texel(&self, whole: f64) -> [f64; 4] {
        if self.mode == 0 { self.sum.map(|sum| sum / whole) } else { self.sum }
    }
}
