//! A file with code: images, kernels, listings, checks, costs.

use isatope::check::{Settings, Subject, lines};
use isatope::container::{Container, DescriptorKind, descriptor};
use isatope::data;
use isatope::diagnostics::Diagnostic;
use isatope::input;
use isatope::listing::{self, Listing, Notes, Sink};
use isatope::summary::kernel_json;
use isatope::values::{Infos, Values};
use isatope::{Dialect, Image, Library, Target};
use serde_json::{Value, json};

use crate::convert::rows;
use crate::{messages, names};

/// A file.
#[derive(Debug)]
pub struct OpenFile {
    name: String,
    library: Library,
    /// The target of code that names none.
    target: Option<Target>,
}

impl OpenFile {
    /// Opens a file.
    ///
    /// # Errors
    /// It is broken, or holds no code.
    pub fn open(name: &str, bytes: Vec<u8>, target: &str) -> Result<Self, String> {
        let target = if target.is_empty() { None } else { Some(names::target(target)?) };
        let library = match target {
            Some(target) => Library::from_bytes_for(target, bytes),
            None => Library::from_bytes(bytes),
        };
        let library = library.map_err(|error| told(&error))?;
        Ok(Self { name: name.to_string(), library, target })
    }

    /// Its images.
    pub fn images(&self) -> Vec<Value> {
        self.library.images().map(|image| about(&image)).collect()
    }

    fn find(&self, number: usize) -> Result<Image<'_>, String> {
        self.library.images().nth(number).ok_or_else(|| format!("{} has no image {number}", self.name))
    }

    /// An image with its container, its target and a dialect; of bare code there is no container.
    fn read(&self, number: usize, dialect: &str) -> Result<(Container<'_>, Target, Dialect), String> {
        let image = self.find(number)?;
        let bytes = image.bytes().map_err(|error| told(&error))?;
        let container = input::read(&self.name, bytes).map_err(|error| messages::joined(&[*error]))?;
        let target = image.target().or(self.target);
        let target = target.ok_or_else(|| format!("code for `{}` is not supported", image.name()))?;
        let dialect = match dialect {
            "" => listing::dialect_of(target, &container),
            name => names::dialect(target, name)?,
        };
        Ok((container, target, dialect))
    }

    /// An image in detail.
    ///
    /// # Errors
    /// It is broken, or for a target that is not supported.
    pub fn image(&self, number: usize, dialect: &str) -> Result<Value, String> {
        let (container, target, dialect) = self.read(number, dialect)?;
        let image = self.find(number)?;
        let mut view = about(&image);
        let object = image.object().map_err(|error| told(&error))?;
        let data::Container { kind, processor, sections, symbols, .. } = data::Container::from(&object);
        let infos = container.launchable();
        let kernels = container.kernels.iter().zip(&infos).map(|(kernel, info)| {
            let problem = info.as_ref().err().map(|error| error.reason.as_str());
            let mut line = kernel_json(&container, kernel, info.as_ref().ok(), problem);
            line["descriptor"] = fields(kernel);
            line
        });
        let kernels: Vec<Value> = kernels.collect();
        let values = (!listing::is_large(&container)).then(|| Values::of(&container, target, &infos, None));
        let (marked, warnings) = list(&container, target, dialect, &infos, values.as_ref(), true)?;
        let extra = values.as_ref().map_or(Vec::new(), Values::members);
        let mut lines = Vec::new();
        let mut sink = Sink::new(&mut lines);
        listing::container_json(&container, target, dialect, None, &extra, &mut sink).map_err(|e| e.to_string())?;
        sink.flush().map_err(|error| error.to_string())?;
        view["kind"] = kind.into();
        view["processor"] = json!(processor);
        view["dialect"] = dialect.name().into();
        view["dialects"] = target.dialects().map(Dialect::name).collect();
        view["sections"] = json!(sections);
        view["symbols"] = json!(symbols);
        view["kernels_list"] = kernels.into();
        view["rows"] = rows(&lines, &marked).into();
        view["messages"] = messages::messages(&self.name, "", &warnings).into();
        Ok(view)
    }

    /// The listing of an image, as `isatope dis` prints it.
    ///
    /// # Errors
    /// It is broken, or for a target that is not supported.
    pub fn listing(&self, number: usize, dialect: &str) -> Result<String, String> {
        let (container, target, dialect) = self.read(number, dialect)?;
        let infos = container.launchable();
        let values = (!listing::is_large(&container)).then(|| Values::of(&container, target, &infos, None));
        let (text, _) = list(&container, target, dialect, &infos, values.as_ref(), false)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    fn subject(&self, number: usize) -> Result<Subject, String> {
        let (container, target, dialect) = self.read(number, "")?;
        Ok(Subject::of_container(&container, target, dialect))
    }

    /// What is wrong with the code of an image.
    ///
    /// # Errors
    /// It is broken, or for a target that is not supported.
    pub fn check(&self, number: usize) -> Result<Vec<Value>, String> {
        let findings = self.subject(number)?.findings(&Settings::default());
        Ok(messages::messages(&self.name, "", &findings))
    }

    /// What the kernels of an image cost.
    ///
    /// # Errors
    /// It is broken, or for a target that is not supported.
    pub fn costs(&self, number: usize) -> Result<Vec<Value>, String> {
        let subject = self.subject(number)?;
        Ok(lines::kernels(&subject.codes).iter().map(|kernel| lines::json(kernel, subject.dialect, false)).collect())
    }

    /// The bytes of an image.
    ///
    /// # Errors
    /// It is broken.
    pub fn bytes(&self, number: usize) -> Result<Vec<u8>, String> {
        Ok(self.find(number)?.bytes().map_err(|error| told(&error))?.to_vec())
    }
}

fn told(error: &isatope::Error) -> String {
    error.help().map_or_else(|| error.to_string(), |help| format!("{error}; {help}"))
}

fn about(image: &Image<'_>) -> Value {
    let kernels = image.kernels().map(|kernels| kernels.len());
    json!({
        "image": image.number(),
        "name": image.name(),
        "target": image.target().map(Target::name),
        "bytes": image.bytes().map_or(0, <[u8]>::len),
        "member": image.member(),
        "kernels": kernels.as_ref().copied().unwrap_or(0),
        "problem": kernels.err().map(|error| told(&error)),
    })
}

/// Fields of the descriptor of a kernel.
fn fields(kernel: &isatope::container::Kernel<'_>) -> Value {
    let Some(found) = kernel.descriptor else { return json!([]) };
    let fields = match found.kind {
        DescriptorKind::Kd => descriptor::KD,
        DescriptorKind::KernelCode => descriptor::CODE,
        DescriptorKind::Config => &[],
    };
    let named = fields.iter().filter(|field| !field.name.is_empty());
    named.map(|field| json!({ "field": field.name.to_string(), "value": field.get(found.bytes) })).collect()
}

/// A listing as `isatope dis` prints it, with offsets and words before each line if `margin`.
fn list(
    container: &Container<'_>,
    target: Target,
    dialect: Dialect,
    infos: &Infos,
    values: Option<&Values<'_>>,
    margin: bool,
) -> Result<(Vec<u8>, Vec<Diagnostic>), String> {
    let (comments, warnings) = listing::comments_of(container, infos, None, Notes::default());
    let references = values.map_or(Vec::new(), |values| values.notes(false));
    let listing = Listing::of_container(container, target, dialect).map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    let listing = listing.margin(margin).comments(&comments).notes(&references);
    listing.write(&mut text).map_err(|error| error.to_string())?;
    Ok((text, warnings))
}
