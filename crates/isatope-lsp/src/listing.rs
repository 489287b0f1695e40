//! Code objects as listings.

use std::path::Path;

use isatope::container::Contents;
use isatope::input::{self, Opened, Pick};
use isatope::listing::{Listing, dialect_of, distances};
use isatope::{Dialect, Library, NamedTarget};
use serde::{Deserialize, Serialize};

use crate::document::path_of;
use crate::settings::Settings;

/// Which listing a client asks for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// The file: a path, or a URI.
    pub file: String,
    /// Number of the image in a library or a bundle.
    #[serde(default)]
    pub image: Option<usize>,
}

/// A listing, or the images to choose from.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// Text of the listing; empty if there are several images.
    pub text: String,
    /// Language of the text in editors.
    pub language_id: String,
    /// Target of the code.
    pub target: String,
    /// Images of a file with several.
    pub images: Vec<Image>,
}

/// An image of a file.
#[derive(Debug, Serialize)]
pub struct Image {
    /// Its number.
    pub number: usize,
    /// What it is for.
    pub name: String,
}

/// The listing of a file, in the dialect of the settings or in that of its compiler.
pub fn of(request: &Request, settings: &Settings) -> Result<Answer, String> {
    let path = path_of(&request.file).unwrap_or_else(|| request.file.clone().into());
    let name = path.display().to_string();
    let contents = Contents::open(Path::new(&path)).map_err(|error| format!("{name}: {error}"))?;
    let number = request.image.map(|number| number.to_string());
    let target = settings.named_target();
    let pick = Pick { image: number.as_deref(), ..Pick::default() };
    if !isatope::container::can_hold(&contents) {
        let bytes = contents.all().map_err(|error| format!("{name}: {error}"))?;
        if !isatope::container::is_container(bytes) && isatope::container::other_format(bytes).is_none() {
            return bare(bytes, target);
        }
    }
    let opened = input::open(&name, &contents, &pick).map_err(|error| error.message)?;
    let bytes = match opened {
        Opened::Image(bytes) => bytes,
        Opened::Several(..) => {
            let library = Library::open(&path).map_err(|error| error.to_string())?;
            let image = |image: isatope::Image<'_>| Image { number: image.number(), name: image.name() };
            return Ok(Answer { images: library.images().map(image).collect(), ..Answer::default() });
        }
    };
    let container = input::read(&name, &bytes).map_err(|error| error.message)?;
    let target = input::target(&name, &container, None).map_err(|error| error.message)?;
    let own = dialect_of(target, &container);
    let dialect = Dialect::from_name(target, &settings.dialect).unwrap_or(own);
    let listing = Listing::of_container(&container, target, dialect).map_err(|error| error.to_string())?;
    let distances = distances(&container, target);
    answer(&listing.distances(&distances), target)
}

/// Instructions without a container, for the target of the settings.
fn bare(bytes: &[u8], target: Option<NamedTarget>) -> Result<Answer, String> {
    let form = input::Form::of(bytes, target.as_ref().map(|named| named.target));
    let target = match target {
        Some(named) => named.target,
        None => form.target(bytes).map_err(|error| error.message)?,
    };
    let listing = Listing::of_code(target, bytes, target.dialect()).map_err(|error| error.to_string())?;
    answer(&listing, target)
}

fn answer(listing: &Listing<'_>, target: isatope::Target) -> Result<Answer, String> {
    let mut text = Vec::new();
    listing.write(&mut text).map_err(|error| error.to_string())?;
    Ok(Answer {
        text: String::from_utf8_lossy(&text).into_owned(),
        language_id: format!("{}-asm", target.architecture()),
        target: target.name().to_owned(),
        images: Vec::new(),
    })
}
