//! Parquet files that are whole or not there.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::Context;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

/// A Parquet file that gets its name when it is finished.
pub struct Output {
    writer: ArrowWriter<File>,
    temporary: PathBuf,
    path: PathBuf,
}

impl Output {
    /// Starts a file.
    pub fn new(path: PathBuf, schema: SchemaRef) -> anyhow::Result<Self> {
        let temporary = path.with_extension("part");
        let file = File::create(&temporary).with_context(|| format!("{} cannot be written", temporary.display()))?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_max_row_group_row_count(Some(1 << 20))
            .build();
        Ok(Self { writer: ArrowWriter::try_new(file, schema, Some(properties))?, temporary, path })
    }

    /// Adds rows.
    pub fn write(&mut self, batch: &RecordBatch) -> anyhow::Result<()> {
        Ok(self.writer.write(batch)?)
    }

    /// Ends the file and gives it its name.
    pub fn finish(self) -> anyhow::Result<()> {
        self.writer.close()?;
        fs::rename(&self.temporary, &self.path).with_context(|| format!("{} cannot be written", self.path.display()))
    }
}

/// Writes a file of one batch.
pub fn whole(path: &Path, batch: &RecordBatch) -> anyhow::Result<()> {
    let mut output = Output::new(path.to_owned(), batch.schema())?;
    output.write(batch)?;
    output.finish()
}
