//! What cargo says about the workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

/// A crate of the workspace that is published.
pub struct Package {
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// Whether its build script generates files from the specification.
    pub generates: bool,
}

/// Returns the crates that are published, and the root of the workspace.
pub fn packages() -> Result<(Vec<Package>, PathBuf)> {
    let text = stdout(cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&text).context("cargo metadata prints JSON")?;
    let all = metadata["packages"].as_array().context("cargo metadata lists packages")?;
    let names: BTreeSet<&str> = all.iter().filter_map(|package| package["name"].as_str()).collect();
    let mut packages = Vec::new();
    for package in all.iter().filter(|package| package["publish"].is_null()) {
        let manifest = package["manifest_path"].as_str().context("a package has a manifest")?;
        let dependencies = package["dependencies"].as_array().context("a package has dependencies")?;
        packages.push(Package {
            name: package["name"].as_str().context("a package has a name")?.to_owned(),
            folder: Path::new(manifest).parent().context("a manifest lies in a folder")?.to_owned(),
            generates: dependencies.iter().any(|dependency| {
                dependency["kind"] == "build" && dependency["name"].as_str().is_some_and(|name| names.contains(name))
            }),
        });
    }
    let root = metadata["workspace_root"].as_str().context("a workspace has a root")?;
    Ok((packages, root.into()))
}

/// Runs the build scripts that generate files and returns the folder of each one's output. With a `target`, cargo runs
/// them again even if it ran them without one.
pub fn generated<'p>(
    packages: impl Iterator<Item = &'p Package>,
    target: Option<&str>,
) -> Result<BTreeMap<String, PathBuf>> {
    let packages: Vec<_> = packages.collect();
    let mut command = cargo();
    // Without a target these are the crates that tests use. With one, nothing but the files matters.
    command.args([if target.is_some() { "check" } else { "build" }, "--message-format", "json-render-diagnostics"]);
    for package in &packages {
        command.args(["--package", &package.name]);
    }
    if let Some(target) = target {
        command.args(["--target", target]);
    }
    let mut found = BTreeMap::new();
    for line in stdout(&mut command)?.lines() {
        let message: Value = serde_json::from_str(line).context("cargo prints a JSON object a line")?;
        let id = message["package_id"].as_str().unwrap_or_default();
        let built = packages.iter().find(|package| {
            let path = id.split_once('#').map_or(id, |(path, _)| path);
            Path::new(path.strip_prefix("path+file://").unwrap_or(path)) == package.folder
        });
        if let (Some(package), true) = (built, message["reason"] == "build-script-executed") {
            found.insert(package.name.clone(), message["out_dir"].as_str().context("it has a folder")?.into());
        }
    }
    for package in packages {
        ensure!(
            found.contains_key(&package.name),
            "cargo did not say where the build script of {} wrote",
            package.name
        );
    }
    Ok(found)
}

/// The name of the processor and system that this program runs on: `x86_64-unknown-linux-gnu`.
pub fn host() -> Result<String> {
    let version = stdout(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV names the host")?.to_owned())
}

/// Files of a folder that git knows, relative to the folder.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let text = stdout(Command::new("git").args(["ls-files", "-z"]).current_dir(folder))?;
    Ok(text.split_terminator('\0').map(PathBuf::from).collect())
}

fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a command and returns its standard output.
fn stdout(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output().with_context(|| format!("cannot run {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed: {}", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("{command:?} prints UTF-8"))
}
