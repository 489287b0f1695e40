//! Pages of the reference.

use isatope::diagnostics::codes::{self, Code};
use isatope::explain as reference;
use isatope::pages::{self, Found, Look};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

use crate::target::TargetLike;

/// A page of the reference.
#[pyclass(frozen, module = "isatope")]
pub struct Page {
    content: Content,
}

/// What a page is about.
enum Content {
    /// A name of the specification, or a directive.
    Name(Box<pages::Page>),
    /// An error code.
    Error(&'static Code),
}

#[pymethods]
impl Page {
    /// The page in Markdown.
    #[getter]
    fn markdown(&self) -> String {
        match &self.content {
            Content::Name(page) => page.markdown(),
            Content::Error(code) => format!("# {}: {}\n\n{}\n", code.code, code.title, code.text),
        }
    }

    /// The page as text, 100 columns wide.
    #[getter]
    fn text(&self) -> String {
        let look = Look::plain(100);
        match &self.content {
            Content::Name(page) => pages::text(page, look),
            Content::Error(code) => reference::text_of_error(code, look),
        }
    }

    /// Its title.
    #[getter]
    fn title(&self) -> String {
        match &self.content {
            Content::Name(page) => page.name.clone(),
            Content::Error(code) => code.code.to_owned(),
        }
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
        reference::read(found, target).into_iter().next().map(Self::named)
    }

    fn named(page: pages::Page) -> Self {
        Self { content: Content::Name(Box::new(page)) }
    }
}

/// The page of a name: an operation, a register, a modifier, a concept, a directive, an error code.
///
///     >>> isa.explain("E1015").text.splitlines()[0]
///     'E1015: a register is used before a wait proves that its value has arrived'
///     >>> isa.explain("v_bfe_u32").title
///     'v_bfe_u32'
#[pyfunction]
#[pyo3(signature = (name, target=None))]
pub fn explain(name: &str, target: Option<TargetLike>) -> PyResult<Page> {
    let target = target.map(|target| target.get()).transpose()?.map(|target| target.inner);
    let words: Vec<&str> = name.split_whitespace().collect();
    if let [word] = words[..]
        && let Some(code) = codes::find(word)
    {
        return Ok(Page { content: Content::Error(code) });
    }
    let (found, _) = reference::find(&words, target);
    let directive = || match words[..] {
        [word] => reference::directive_page(word).map(Page::named),
        _ => None,
    };
    Page::of(&found, target).or_else(directive).ok_or_else(|| {
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
