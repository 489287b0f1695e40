//! Parquet files that are whole or not there.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::Context;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

/// Columns whose values are close to those of the row before.
const CLOSE: [&str; 6] = ["kernel_id", "at", "block", "reads.list.item", "writes.list.item", "target_at"];

/// A Parquet file that gets its name when it is finished.
pub struct Output {
    writer: ArrowWriter<File>,
    temporary: PathBuf,
    path: PathBuf,
}

impl Output {
    /// Starts a file.
    pub fn new(path: PathBuf, schema: SchemaRef) -> anyhow::Result<Self> {
        // Shards write to one folder at the same time.
        let temporary = path.with_extension(format!("{}.part", std::process::id()));
        let file = File::create(&temporary).with_context(|| format!("{} cannot be written", temporary.display()))?;
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_write_batch_size(1 << 13)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_max_row_group_row_count(Some(1 << 20));
        for column in CLOSE {
            let column = ColumnPath::new(column.split('.').map(str::to_owned).collect());
            properties = properties
                .set_column_dictionary_enabled(column.clone(), false)
                .set_column_statistics_enabled(column.clone(), EnabledStatistics::None)
                .set_column_encoding(column, Encoding::DELTA_BINARY_PACKED);
        }
        let properties = properties.build();
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
