//! Texels around the edges of a cube's faces.
//!
//! Faces are 0 +x, 1 -x, 2 +y, 3 -y, 4 +z, 5 -z, and the directions of their coordinates are those of V_CUBESC and
//! V_CUBETC.

/// Where a texel beside a face lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbour {
    /// Face, column and row.
    Texel(u32, u32, u32),
    /// Nowhere: outside in both directions, where three faces meet. The texels in the corners of the three.
    Corner([(u32, u32, u32); 3]),
}

/// The direction of a point of a face whose coordinates go from -`size` to `size`.
fn direction(face: u32, s: i64, t: i64, size: i64) -> [i64; 3] {
    match face {
        0 => [size, -t, -s],
        1 => [-size, -t, s],
        2 => [s, size, t],
        3 => [s, -size, -t],
        4 => [s, -t, size],
        _ => [-s, -t, -size],
    }
}

/// The texel in which a direction meets the cube.
fn texel_of([x, y, z]: [i64; 3], size: i64) -> (u32, u32, u32) {
    let (face, s, t, major) = if z.abs() >= x.abs() && z.abs() >= y.abs() {
        if z < 0 { (5, -x, -y, -z) } else { (4, x, -y, z) }
    } else if y.abs() >= x.abs() {
        if y < 0 { (3, x, -z, -y) } else { (2, x, z, y) }
    } else if x < 0 {
        (1, z, -y, -x)
    } else {
        (0, -z, -y, x)
    };
    let index = |c: i64| ((c + major) * size).div_euclid(2 * major).clamp(0, size - 1) as u32;
    (face, index(s), index(t))
}

/// The texel at column `i` and row `j` of a face of `size` texels; both may be outside by one.
///
/// The centre of the texel that lies beside the edge, in the plane of the face, is seen from the middle of the cube
/// inside the texel of the other face that touches the edge there, so a projection finds it.
pub(super) fn neighbour(face: u32, i: i64, j: i64, size: u32) -> Neighbour {
    let n = i64::from(size);
    let inside = |c: i64| (0..n).contains(&c);
    let at = |i: i64, j: i64| texel_of(direction(face, 2 * i + 1 - n, 2 * j + 1 - n, n), n);
    match (inside(i), inside(j)) {
        (true, true) => Neighbour::Texel(face, i as u32, j as u32),
        (false, false) => {
            let (ci, cj) = (i.clamp(0, n - 1), j.clamp(0, n - 1));
            Neighbour::Corner([(face, ci as u32, cj as u32), at(i, cj), at(ci, j)])
        }
        _ => {
            let (face, i, j) = at(i, j);
            Neighbour::Texel(face, i, j)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Centres of the texels on either side of an edge are equally far from it and from both of its ends, so they are
    /// the two points of the faces that are closest to each other: the texel found is the one whose centre is nearest.
    #[test]
    fn neighbours_are_the_nearest_texels_of_other_faces() {
        for size in 1..7u32 {
            let n = i64::from(size);
            let centre =
                |(f, i, j): (u32, u32, u32)| direction(f, 2 * i64::from(i) + 1 - n, 2 * i64::from(j) + 1 - n, n);
            let distance = |a: [i64; 3], b: [i64; 3]| (0..3).map(|k| (a[k] - b[k]).pow(2)).sum::<i64>();
            for (face, along, side) in (0..6).flat_map(|f| (0..n).flat_map(move |a| (0..4).map(move |s| (f, a, s)))) {
                let (i, j) = [(-1, along), (n, along), (along, -1), (along, n)][side];
                let Neighbour::Texel(f, u, v) = neighbour(face, i, j, size) else { panic!("no corner") };
                let inner = centre((face, i.clamp(0, n - 1) as u32, j.clamp(0, n - 1) as u32));
                let edge = direction(face, 2 * i + 1 - n, 2 * j + 1 - n, n);
                assert_ne!(f, face);
                // Both centres are half a texel from the edge, in directions at a right angle.
                assert_eq!(distance(inner, centre((f, u, v))), 2, "face {face} ({i}, {j}) of {size}");
                assert_eq!(distance(edge, centre((f, u, v))), 2, "face {face} ({i}, {j}) of {size}");
            }
        }
    }

    #[test]
    fn corners_belong_to_three_faces() {
        for face in 0..6 {
            for (i, j) in [(-1, -1), (-1, 4), (4, -1), (4, 4)] {
                let Neighbour::Corner(texels) = neighbour(face, i, j, 4) else { panic!("a corner") };
                let mut faces = texels.map(|t| t.0);
                faces.sort_unstable();
                assert!(faces[0] != faces[1] && faces[1] != faces[2], "{texels:?}");
                assert!(texels.iter().all(|&(_, i, j)| [0, 3].contains(&i) && [0, 3].contains(&j)), "{texels:?}");
            }
        }
    }
}
