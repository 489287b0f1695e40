//! Demangled names of kernels, and search for kernels by name.

use std::borrow::Cow;
use std::fmt::{self, Write};

use cpp_demangle::{DemangleOptions, Symbol};

use crate::patterns::{fits, is_pattern};

/// A demangled name that grows longer than this stays mangled: some symbols of a few hundred bytes mean names without
/// end.
pub const DEMANGLED_LIMIT: usize = 1 << 16;

/// Largest number of names in an error.
const LISTED: usize = 10;

/// Source name of a C++ or Rust symbol. Other names are returned unchanged, and so is the suffix `.kd`.
pub fn demangle(symbol: &str) -> Cow<'_, str> {
    if let Some(stem) = symbol.strip_suffix(".kd") {
        return match demangle(stem) {
            Cow::Owned(name) => Cow::Owned(name + ".kd"),
            Cow::Borrowed(_) => Cow::Borrowed(symbol),
        };
    }
    of_rust(symbol).or_else(|| of_cpp(symbol, &DemangleOptions::new())).map_or(Cow::Borrowed(symbol), Cow::Owned)
}

fn of_rust(symbol: &str) -> Option<String> {
    let name = rustc_demangle::try_demangle(symbol).ok()?;
    limited(|out| write!(out, "{name:#}"))
}

fn of_cpp(symbol: &str, options: &DemangleOptions) -> Option<String> {
    if !symbol.starts_with("_Z") {
        return None;
    }
    let name = Symbol::new(symbol).ok()?;
    limited(|out| name.structured_demangle(out, options)).map(|name| as_llvm(&name))
}

/// Converts numbers in template arguments and closing brackets to the style of LLVM's tools: `f<(unsigned int)2, g<int>
/// >` becomes `f<2u, g<int>>`.
fn as_llvm(name: &str) -> String {
    const SUFFIXES: [(&str, &str); 6] = [
        ("(unsigned int)", "u"),
        ("(long)", "l"),
        ("(unsigned long)", "ul"),
        ("(long long)", "ll"),
        ("(unsigned long long)", "ull"),
        ("(int)", ""),
    ];
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find(['(', '>']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let literal = SUFFIXES.iter().find_map(|(kind, suffix)| Some((rest.strip_prefix(kind)?, *suffix)));
        let digits = |text: &str| {
            let sign = usize::from(text.starts_with('-'));
            let count = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
            if count > 0 { sign + count } else { 0 }
        };
        if let Some((number, suffix)) = literal.filter(|(number, _)| digits(number) > 0) {
            let (number, after) = number.split_at(digits(number));
            out.push_str(number);
            out.push_str(suffix);
            rest = after;
        } else {
            out.push_str(&rest[..1]);
            rest = &rest[1..];
            if out.ends_with('>') && rest.starts_with(" >") {
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// A text of at most [`DEMANGLED_LIMIT`] bytes.
struct Limited(String);

impl Write for Limited {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > DEMANGLED_LIMIT {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

fn limited(write: impl FnOnce(&mut Limited) -> fmt::Result) -> Option<String> {
    let mut out = Limited(String::new());
    write(&mut out).ok()?;
    Some(out.0)
}

/// Error: a name does not identify a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// There are no kernels.
    NoKernels,
    /// Several kernels match the name.
    Ambiguous {
        /// The requested name.
        wanted: String,
        /// Source names of the matching kernels; their symbols if those names are the same.
        candidates: Vec<String>,
    },
    /// No kernel matches the name.
    Missing {
        /// The requested name.
        wanted: String,
        /// Kernels with the most similar names, the best first.
        nearest: Vec<String>,
    },
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = match self {
            NotFound::NoKernels => return f.write_str("there are no kernels"),
            NotFound::Ambiguous { wanted, candidates } => {
                write!(f, "`{wanted}` matches {} kernels:", candidates.len())?;
                candidates
            }
            NotFound::Missing { wanted, nearest } => {
                write!(f, "there is no kernel `{wanted}`; the nearest names are:")?;
                nearest
            }
        };
        names.iter().take(LISTED).try_for_each(|name| write!(f, "\n  {name}"))?;
        match names.len().checked_sub(LISTED) {
            Some(more @ 1..) => write!(f, "\n  and {more} more"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for NotFound {}

/// Names of a kernel, from the longest to the shortest, without blanks.
struct Names<'a> {
    symbol: &'a str,
    demangled: Cow<'a, str>,
    /// `a::f<int>(int)`, preceded by the return type if the symbol contains it.
    full: String,
    /// `a::f<int>`
    plain: String,
    /// `a::f`
    generic: String,
}

impl<'a> Names<'a> {
    fn of(symbol: &'a str) -> Self {
        let symbol = symbol.strip_suffix(".kd").unwrap_or(symbol);
        let demangled = demangle(symbol);
        let options = DemangleOptions::new().no_params().no_return_type();
        let plain = squeeze(&of_cpp(symbol, &options).unwrap_or_else(|| demangled.clone().into_owned()));
        Self { symbol, full: squeeze(&demangled), generic: without_arguments(&plain), plain, demangled }
    }

    /// Last part of the path: `f`.
    fn last(&self) -> &str {
        self.generic.rsplit("::").next().unwrap_or(&self.generic)
    }

    /// Rates the match with a name; 0 is best, `None` means no match.
    fn answers(&self, wanted: &str, squeezed: &str) -> Option<usize> {
        let exact = [
            self.symbol == wanted,
            self.full == squeezed,
            self.plain == squeezed,
            self.generic == squeezed,
            self.last() == squeezed,
        ];
        let part = || self.symbol.contains(wanted) || self.full.contains(squeezed);
        exact.iter().position(|is| *is).or_else(|| part().then_some(exact.len()))
    }

    fn likeness(&self, squeezed: &str) -> f64 {
        let names = [self.symbol, &self.generic, self.last()];
        names.into_iter().map(|name| strsim::jaro_winkler(start(name), start(squeezed))).fold(0.0, f64::max)
    }
}

/// Start of a name. It is limited, because the time of a comparison grows with the square of the length.
fn start(name: &str) -> &str {
    let end = (0..=name.len().min(128)).rev().find(|at| name.is_char_boundary(*at)).unwrap_or(0);
    &name[..end]
}

/// Removes blanks, whose use is a matter of style.
fn squeeze(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Removes the text between `<` and `>`.
fn without_arguments(name: &str) -> String {
    let mut depth = 0_usize;
    let mut out = String::new();
    for c in name.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

/// Whether a kernel answers to a pattern, by its symbol or its demangled name.
pub fn answers(symbol: &str, pattern: &str) -> bool {
    fits(pattern, symbol) || fits(pattern, &demangle(symbol))
}

/// Whether a name or a pattern means one of the kernels at least.
pub fn matches_any(symbols: &[&str], wanted: &str) -> bool {
    !matches!(find_kernel(symbols, wanted), Err(NotFound::NoKernels | NotFound::Missing { .. }))
}

/// The kernel that a name or a pattern means: its place in `symbols`.
///
/// The name is a symbol, a demangled name with or without parameters and template arguments, the last part of its path,
/// or any part of a symbol or demangled name. The more exact of these wins; blanks do not count. A name that nothing
/// answers to may be a pattern.
///
/// # Errors
/// Returns [`NotFound`] if no kernel matches the name, or if several kernels match it equally well.
pub fn find_kernel(symbols: &[&str], wanted: &str) -> Result<usize, NotFound> {
    let wanted = wanted.trim();
    let wanted = wanted.strip_suffix(".kd").unwrap_or(wanted);
    let squeezed = squeeze(wanted);
    let names: Vec<_> = symbols.iter().map(|symbol| Names::of(symbol)).collect();
    if names.is_empty() {
        return Err(NotFound::NoKernels);
    }
    let mut answers: Vec<_> = names.iter().map(|n| n.answers(wanted, &squeezed)).collect();
    if is_pattern(wanted) && answers.iter().all(Option::is_none) {
        answers = names.iter().map(|n| (fits(wanted, n.symbol) || fits(wanted, &n.demangled)).then_some(0)).collect();
    }
    let Some(best) = answers.iter().flatten().min() else {
        let mut all: Vec<_> = names.iter().map(|n| (n.likeness(&squeezed), n.demangled.as_ref())).collect();
        all.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
        let nearest = all.into_iter().take(3).map(|(_, name)| name.to_owned()).collect();
        return Err(NotFound::Missing { wanted: wanted.to_owned(), nearest });
    };
    let found: Vec<_> = (0..names.len()).filter(|n| answers[*n].as_ref() == Some(best)).collect();
    if let [one] = found[..] {
        return Ok(one);
    }
    let mut candidates: Vec<_> = found.iter().map(|n| names[*n].demangled.clone().into_owned()).collect();
    candidates.sort_unstable();
    candidates.dedup();
    if candidates.len() < found.len() {
        candidates = found.iter().map(|n| names[*n].symbol.to_owned()).collect();
    }
    Err(NotFound::Ambiguous { wanted: wanted.to_owned(), candidates })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KERNELS: &[&str] = &[
        "_Z4scalIfEvPT_S0_i",
        "_Z4scalIdEvPT_S0_i",
        "_ZN3lib6detail4axpyEPfPKff",
        "vadd",
        "vadd_strided",
        "_RNvNtCsaaaaaaaaaaa_5crate6module6kernel",
    ];

    fn find(wanted: &str) -> Result<&'static str, NotFound> {
        find_kernel(KERNELS, wanted).map(|n| KERNELS[n])
    }

    /// Expected: `llvm-cxxfilt-19`.
    #[test]
    fn names_of_the_source() {
        assert_eq!(demangle(KERNELS[0]), "void scal<float>(float*, float, int)");
        assert_eq!(demangle("_ZN3lib6detail4axpyEPfPKff.kd"), "lib::detail::axpy(float*, float const*, float).kd");
        assert_eq!(demangle(KERNELS[5]), "crate::module::kernel");
        assert_eq!(
            demangle("_Z1fILj256ELm5ELx2ELi7E1AI1BIfEEEvT3_"),
            "void f<256u, 5ul, 2ll, 7, A<B<float>>>(A<B<float>>)"
        );
        assert_eq!(demangle("vadd"), "vadd");
        assert_eq!(demangle("_Znonsense"), "_Znonsense");
    }

    #[test]
    fn the_most_exact_name_wins() {
        assert_eq!(find("vadd"), Ok("vadd"));
        assert_eq!(find("vadd.kd"), Ok("vadd"));
        assert_eq!(find("strided"), Ok("vadd_strided"));
        assert_eq!(find("scal<float>"), Ok(KERNELS[0]));
        assert_eq!(find("void scal<double>(double *, double, int)"), Ok(KERNELS[1]));
        assert_eq!(find("_Z4scalId"), Ok(KERNELS[1]));
        assert_eq!(find("axpy"), Ok(KERNELS[2]));
        assert_eq!(find("lib::detail::axpy"), Ok(KERNELS[2]));
        assert_eq!(find("module::kernel"), Ok(KERNELS[5]));
    }

    #[test]
    fn patterns_mean_kernels() {
        assert_eq!(find("*axpy*"), Ok(KERNELS[2]));
        assert_eq!(find("vadd_?trided"), Ok("vadd_strided"));
        assert_eq!(find("void scal<float>*"), Ok(KERNELS[0]));
        let several = "`*scal*` matches 2 kernels:\n  void scal<double>(double*, double, int)\n  void scal<float>(float*, float, int)";
        assert_eq!(find("*scal*").map_err(|error| error.to_string()), Err(several.to_owned()));
        let missing = find("*axpi*").expect_err("there is none").to_string();
        assert!(missing.starts_with("there is no kernel `*axpi*`; the nearest names are:"), "{missing}");
        assert!(answers("_Z4axpyfPf", "axpy(*") && matches_any(KERNELS, "*scal*") && !matches_any(KERNELS, "*axpi"));
    }

    #[test]
    fn errors_list_names() {
        let error = find("scal").expect_err("there are two");
        assert_eq!(
            error.to_string(),
            "`scal` matches 2 kernels:\n  void scal<double>(double*, double, int)\n  void scal<float>(float*, float, int)"
        );
        let error = find("axpi").expect_err("there is none");
        assert!(
            error.to_string().starts_with("there is no kernel `axpi`; the nearest names are:\n  lib::detail::axpy("),
            "{error}"
        );
        assert_eq!(find_kernel(&[], "x"), Err(NotFound::NoKernels));
    }

    /// Each template level contains the previous one twice.
    #[test]
    fn names_without_end_stay_mangled() {
        let mut symbol = "_Z1fI1AIiiE".to_owned();
        for level in 0..40 {
            let before = format!("S{}_", radix36(2 * level + 1));
            symbol += &format!("1BI{before}{before}E");
        }
        symbol += "Evv";
        let started = std::time::Instant::now();
        assert_eq!(demangle(&symbol), symbol);
        assert!(started.elapsed().as_secs() < 5);
    }

    fn radix36(n: u32) -> String {
        let digit = |d| char::from_digit(d, 36).expect("a digit").to_ascii_uppercase();
        if n < 36 { digit(n).to_string() } else { format!("{}{}", digit(n / 36), digit(n % 36)) }
    }
}
