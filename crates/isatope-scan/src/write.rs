//! Parquet files that are whole or not there.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use bytes::Bytes;
use parquet::arrow::{ArrowSchemaConverter, ArrowWriter, add_encoded_arrow_schema_to_metadata};
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use zstd::bulk::Compressor;

use crate::chunk::Chunk;

/// Columns whose values are close to those of the row before.
const CLOSE: [&str; 5] = ["kernel_id", "at", "block", "bytes", "target_at"];

/// Level of zstd: the pages are packed already.
const LEVEL: i32 = -1;

/// Rows of a row group.
const GROUP: usize = 1 << 20;

/// A file that gets its name when it is finished. One that is not finished is removed.
struct Part {
    temporary: PathBuf,
    path: PathBuf,
}

impl Part {
    fn new(path: PathBuf) -> anyhow::Result<(Self, File)> {
        // Shards write to one folder at the same time.
        let temporary = path.with_extension(format!("{}.part", std::process::id()));
        let part = Self { temporary, path };
        let file = File::create(&part.temporary).with_context(|| part.failed())?;
        Ok((part, file))
    }

    fn finish(&self) -> anyhow::Result<()> {
        fs::rename(&self.temporary, &self.path).with_context(|| self.failed())
    }

    fn failed(&self) -> String {
        format!("{} cannot be written", self.path.display())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // A finished one has its name, and is not there any more.
        let _ = fs::remove_file(&self.temporary);
    }
}

fn properties() -> WriterProperties {
    WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default())).build()
}

/// A Parquet file of many batches.
pub struct Output {
    part: Part,
    writer: SerializedFileWriter<File>,
    zstd: Compressor<'static>,
    chunks: Vec<Chunk>,
    rows: usize,
    /// Rows of a row group.
    most: usize,
}

impl Output {
    /// Starts a file.
    pub fn new(path: PathBuf, schema: &SchemaRef) -> anyhow::Result<Self> {
        let (part, file) = Part::new(path)?;
        let mut properties = properties();
        // Readers find the types of Arrow again.
        add_encoded_arrow_schema_to_metadata(schema, &mut properties);
        let columns = ArrowSchemaConverter::new().convert(schema)?;
        let writer = SerializedFileWriter::new(file, columns.root_schema_ptr(), Arc::new(properties))?;
        let zstd = Compressor::new(LEVEL)?;
        Ok(Self { part, writer, zstd, chunks: Vec::new(), rows: 0, most: GROUP })
    }

    /// Adds rows. The names in dictionaries are those of the batches before, and more.
    pub fn write(&mut self, batch: &RecordBatch) -> anyhow::Result<()> {
        if self.chunks.is_empty() {
            let columns = self.writer.schema_descr().columns().iter();
            let is_close = |path: &[String]| CLOSE.iter().any(|name| path == [*name]);
            self.chunks = columns.map(|column| Chunk::new(column.clone(), is_close(column.path().parts()))).collect();
        }
        for (chunk, column) in self.chunks.iter_mut().zip(batch.columns()) {
            chunk.add(column, &mut self.zstd)?;
        }
        self.rows += batch.num_rows();
        let done = if self.rows >= self.most { self.group() } else { Ok(()) };
        done.with_context(|| self.part.failed())
    }

    /// Writes the row group.
    fn group(&mut self) -> anyhow::Result<()> {
        let mut group = self.writer.next_row_group()?;
        for chunk in self.chunks.drain(..) {
            let chunk = chunk.finish(&mut self.zstd)?;
            group.append_column(&Bytes::from(chunk.bytes), chunk.about)?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }

    /// Ends the file and gives it its name.
    pub fn finish(mut self) -> anyhow::Result<()> {
        let done = if self.rows > 0 { self.group() } else { Ok(()) };
        done.and_then(|()| Ok(self.writer.close().map(|_| ())?)).with_context(|| self.part.failed())?;
        self.part.finish()
    }
}

/// Writes a file of one batch.
pub fn whole(path: &Path, batch: &RecordBatch) -> anyhow::Result<()> {
    let (part, file) = Part::new(path.to_owned())?;
    let write = || -> anyhow::Result<()> {
        let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties()))?;
        writer.write(batch)?;
        writer.close()?;
        Ok(())
    };
    write().with_context(|| part.failed())?;
    part.finish()
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::sync::Arc;

    use arrow_array::builder::{ListBuilder, UInt16Builder};
    use arrow_array::cast::AsArray;
    use arrow_array::types::{UInt8Type, UInt16Type, UInt32Type, UInt64Type};
    use arrow_array::{
        ArrayRef, ArrowPrimitiveType, DictionaryArray, RecordBatch, StringArray, UInt8Array, UInt16Array, UInt32Array,
        UInt64Array,
    };
    use arrow_schema::{DataType, Field};
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use super::Output;
    use crate::instructions::schema;

    /// Numbers that look random: of few and of many bits, with and without gaps.
    struct Numbers(u64);

    impl Numbers {
        fn next(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 >> (self.0 % 64)
        }

        fn maybe(&mut self, nulls: u64) -> Option<u64> {
            let value = self.next();
            (value % 4 >= nulls).then_some(value)
        }
    }

    /// Rows of the table `instructions` with anything in them. `nulls` in four numbers that can be missing are missing.
    fn batch(random: &mut Numbers, rows: usize, names: usize, nulls: u64) -> RecordBatch {
        let count = names as u64;
        let names = Arc::new(StringArray::from_iter_values((0..names).map(|name| format!("name {name}"))));
        let numbers = |random: &mut Numbers| UInt64Array::from_iter_values((0..rows).map(|_| random.next()));
        let keys = |random: &mut Numbers, nulls| {
            let keys: UInt16Array = (0..rows).map(|_| random.maybe(nulls).map(|key| (key % count) as u16)).collect();
            Arc::new(DictionaryArray::<UInt16Type>::try_new(keys, names.clone()).expect("keys are in range"))
        };
        let lists = |random: &mut Numbers| {
            let field = Field::new("item", DataType::UInt16, false);
            let mut lists = ListBuilder::new(UInt16Builder::new()).with_field(field);
            for _ in 0..rows {
                let length = if random.next().is_multiple_of(50) { 200 } else { random.next() % 4 };
                (0..length).for_each(|_| lists.values().append_value(random.next() as u16));
                lists.append(true);
            }
            Arc::new(lists.finish())
        };
        let some = |random: &mut Numbers| -> UInt32Array {
            (0..rows).map(|_| random.maybe(nulls).map(|value| value as u32)).collect()
        };
        let far: UInt64Array = (0..rows).map(|_| random.maybe(nulls)).collect();
        let columns: Vec<ArrayRef> = vec![
            Arc::new(numbers(random)),
            Arc::new(numbers(random)),
            Arc::new(some(random)),
            Arc::new(numbers(random)),
            Arc::new(UInt8Array::from_iter_values((0..rows).map(|_| random.next() as u8))),
            keys(random, 0),
            keys(random, 0),
            keys(random, nulls),
            Arc::new(StringArray::from_iter_values((0..rows).map(|_| "é".repeat(random.next() as usize % 9)))),
            lists(random),
            lists(random),
            Arc::new(some(random)),
            Arc::new(far),
        ];
        RecordBatch::try_new(schema(true, true), columns).expect("they have the types")
    }

    /// The values of a column as text.
    fn values(column: &ArrayRef) -> Vec<String> {
        fn numbers<T: ArrowPrimitiveType>(column: &ArrayRef) -> Vec<String> {
            column.as_primitive::<T>().iter().map(|value| format!("{value:?}")).collect()
        }
        match column.data_type() {
            DataType::UInt8 => numbers::<UInt8Type>(column),
            DataType::UInt16 => numbers::<UInt16Type>(column),
            DataType::UInt32 => numbers::<UInt32Type>(column),
            DataType::UInt64 => numbers::<UInt64Type>(column),
            DataType::Utf8 => column.as_string::<i32>().iter().map(|text| format!("{text:?}")).collect(),
            DataType::Dictionary(..) => {
                let names = column.as_dictionary::<UInt16Type>().downcast_dict::<StringArray>().expect("it has names");
                names.into_iter().map(|name| format!("{name:?}")).collect()
            }
            _ => column
                .as_list::<i32>()
                .iter()
                .flatten()
                .map(|list| format!("{:?}", numbers::<UInt16Type>(&list)))
                .collect(),
        }
    }

    #[test]
    fn rows_are_read_back() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("table.parquet");
        let mut random = Numbers(0x9e37_79b9_7f4a_7c15);
        let mut output = Output::new(path.clone(), &schema(true, true)).expect("it can be written");
        output.most = 1_000;
        // Pages of one row, of whole and broken blocks; dictionaries that grow over a power of two.
        let sizes = [1, 2, 8, 33, 128, 129, 130, 257, 700, 1_000, 31, 5];
        let batches: Vec<RecordBatch> = sizes
            .iter()
            .enumerate()
            .map(|(number, rows)| batch(&mut random, *rows, 1 + number * 40, number as u64 % 5))
            .collect();
        for batch in &batches {
            output.write(batch).expect("it can be written");
        }
        output.finish().expect("it can be written");
        let file = File::open(&path).expect("it is there");
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("it is Parquet");
        assert!(reader.metadata().num_row_groups() > 1);
        let mut read = reader.with_batch_size(1 << 20).build().expect("it can be read");
        let read: Vec<RecordBatch> = read.by_ref().map(|batch| batch.expect("it can be read")).collect();
        let both = [batches, read].map(|batches| {
            let columns = batches[0].num_columns();
            let all = |column| batches.iter().flat_map(move |batch| values(batch.column(column)));
            (0..columns).map(|column| all(column).collect::<Vec<_>>()).collect::<Vec<_>>()
        });
        assert_eq!(both[0][0].len(), sizes.iter().sum::<usize>());
        assert_eq!(both[0], both[1]);
    }
}
