//! Pages of the reference.

use isatope::explain as reference;
use isatope::pages::{self, Found, Look};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

use crate::target::TargetLike;

/// A page of the reference.
#[pyclass(frozen, module = "isatope")]
pub struct Page {
    inner: pages::Page,
}

#[pymethods]
impl Page {
    /// The page in Markdown.
    #[getter]
    fn markdown(&self) -> String {
        self.inner.markdown()
    }

    /// The page as text, 100 columns wide.
    #[getter]
    fn text(&self) -> String {
        pages::text(&self.inner, Look::plain(100))
    }

    /// Its title.
    #[getter]
    fn title(&self) -> String {
        self.inner.name.to_string()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Page {}>", self.title())
    }

    /// The page, for notebooks.
    fn _repr_markdown_(&self) -> String {
        self.markdown()
    }
}

impl Page {
    /// The first page of some.
    pub fn of(found: &[Found], target: Option<isatope::Target>) -> Option<Self> {
        reference::read(found, target).into_iter().next().map(|inner| Self { inner })
    }
}

/// The page of a name: an operation, a register, a modifier, a concept, an error code.
///
///     >>> isa.explain("v_bfe_u32").title
///     'v_bfe_u32'
#[pyfunction]
#[pyo3(signature = (name, target=None))]
pub fn explain(name: &str, target: Option<TargetLike>) -> PyResult<Page> {
    let target = target.map(|target| target.get()).transpose()?.map(|target| target.inner);
    let words: Vec<&str> = name.split_whitespace().collect();
    let (found, _) = reference::find(&words, target);
    Page::of(&found, target).ok_or_else(|| {
        let near = reference::near(name).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        PyKeyError::new_err(format!("nothing is called `{name}`{near}"))
    })
}

/// Names of the pages that contain all words of a text.
///
///     >>> "v_bfe_u32" in isa.search("bfe")
///     True
#[pyfunction]
pub fn search(text: &str) -> Vec<String> {
    pages::search(text).into_iter().map(|found| found.entry.name.to_string()).collect()
}
