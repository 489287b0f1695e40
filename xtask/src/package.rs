//! Crates as they are published: with generated files in place of the generator.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use toml_edit::{Array, DocumentMut, Item, Value};

use crate::workspace::{self, Package};

/// Folder of the generated files in a published crate.
const GENERATED: &str = "generated";

/// Folders of a crate that are not published: they need files elsewhere in the repository.
const TESTS: [&str; 2] = ["tests", "benches"];

/// The build script of a crate with generated files.
const BUILD: &str = r#"//! Copies the files that were generated from the specification when the crate was packaged.

use std::env;
use std::fs;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=generated");
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    for entry in fs::read_dir("generated").expect("the crate has generated files") {
        let path = entry.expect("a folder can be read").path();
        let name = path.file_name().expect("a file has a name");
        fs::copy(&path, Path::new(&out).join(name)).expect("OUT_DIR can be written");
    }
}
"#;

/// Writes the published crates to `folder` as a workspace of its own.
pub fn package(folder: &Path) -> Result<()> {
    let (packages, root) = workspace::packages()?;
    let generated = workspace::generated(packages.iter().filter(|package| package.generates), None)?;
    if folder.exists() {
        ensure!(folder.join("Cargo.toml").is_file(), "{} exists and is not a workspace", folder.display());
        fs::remove_dir_all(folder).with_context(|| format!("cannot replace {}", folder.display()))?;
    }
    for package in &packages {
        let to = folder.join(&package.name);
        let is_test = |file: &&PathBuf| TESTS.iter().any(|folder| file.starts_with(folder));
        for file in workspace::files(&package.folder)?.iter().filter(|file| !is_test(file)) {
            copy(&package.folder.join(file), &to.join(file))?;
        }
        let mut manifest: DocumentMut = read(&to.join("Cargo.toml"))?.parse()?;
        remove_tests(&mut manifest, &packages);
        if let Some(out) = generated.get(&package.name) {
            for name in names(out)? {
                copy(&out.join(&name), &to.join(GENERATED).join(&name))?;
            }
            remove_generator(&mut manifest)?;
            write(&to.join("build.rs"), BUILD)?;
        }
        write(&to.join("Cargo.toml"), &manifest.to_string())?;
    }
    write(&folder.join("Cargo.toml"), &workspace_manifest(&read(&root.join("Cargo.toml"))?, &packages)?)?;
    copy(&root.join("Cargo.lock"), &folder.join("Cargo.lock"))?;
    println!("{} crates in {}, {} of them with generated files", packages.len(), folder.display(), generated.len());
    Ok(())
}

/// Runs the build scripts once more, and compares what they generate with the files in `folder`.
pub fn check(folder: &Path) -> Result<()> {
    let (packages, _) = workspace::packages()?;
    let host = workspace::host()?;
    let rebuilt = workspace::generated(packages.iter().filter(|package| package.generates), Some(&host))?;
    let mut files = 0;
    for (name, out) in rebuilt {
        let packaged = folder.join(&name).join(GENERATED);
        let (here, there) = (names(&out)?, names(&packaged)?);
        ensure!(here == there, "{name} has the generated files {there:?}, and a rebuild makes {here:?}");
        for file in here {
            let same = fs::read(out.join(&file))? == fs::read(packaged.join(&file))?;
            ensure!(same, "{} differs from what a rebuild makes", packaged.join(&file).display());
            files += 1;
        }
    }
    ensure!(files > 0, "there are no generated files in {}", folder.display());
    println!("{files} generated files are those of a rebuild");
    Ok(())
}

/// Removes the build script's dependencies from the manifest of a crate.
fn remove_generator(manifest: &mut DocumentMut) -> Result<()> {
    manifest.remove("build-dependencies").context("its build script has dependencies")?;
    manifest["package"].as_table_mut().context("a manifest has a package")?.remove("build");
    Ok(())
}

/// Removes tests and benches from the manifest of a crate, and crates that only they use and that are not published.
fn remove_tests(manifest: &mut DocumentMut, packages: &[Package]) {
    manifest.remove("test");
    manifest.remove("bench");
    if let Some(dependencies) = manifest.get_mut("dev-dependencies").and_then(Item::as_table_like_mut) {
        let is_local = |item: &Item| item.as_table_like().is_some_and(|table| table.contains_key("path"));
        let local: Vec<String> =
            dependencies.iter().filter(|(_, item)| is_local(item)).map(|(name, _)| name.to_owned()).collect();
        for name in local.iter().filter(|name| packages.iter().all(|package| package.name != **name)) {
            dependencies.remove(name);
        }
    }
}

/// The manifest of a workspace that has only `packages`, each in a folder of its own name.
fn workspace_manifest(text: &str, packages: &[Package]) -> Result<String> {
    let mut manifest: DocumentMut = text.parse()?;
    let workspace = manifest["workspace"].as_table_mut().context("it is the manifest of a workspace")?;
    workspace.remove("exclude");
    workspace
        .insert("members", Item::Value(Value::Array(packages.iter().map(|package| &package.name).collect::<Array>())));
    let dependencies = workspace["dependencies"].as_table_mut().context("a workspace has dependencies")?;
    for (name, dependency) in dependencies.iter_mut() {
        let Some(dependency) = dependency.as_inline_table_mut() else { bail!("the dependency {name} is no table") };
        if dependency.contains_key("path") {
            dependency.insert("path", name.get().into());
        }
    }
    Ok(manifest.to_string())
}

/// Names of the files in a folder, in order.
fn names(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut names = entries.map(|entry| Ok(PathBuf::from(entry?.file_name()))).collect::<Result<Vec<_>>>()?;
    names.sort();
    Ok(names)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().context("a file lies in a folder")?)?;
    fs::copy(from, to).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}
