//! Columns of Parquet files.
//!
//! The writer of the crate `parquet` takes a third of a microsecond for a row of the table `instructions`, most of it
//! to find the names of dictionaries again, of which the batches have the keys. So the pages are written here, and that
//! crate does the rest: heads of pages, schema, and metadata.

use std::sync::Arc;

use anyhow::bail;
use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, PrimitiveArray};
use arrow_schema::DataType;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
use zstd::bulk::Compressor;

use crate::encode::{self, Number};

/// A column of a row group that is not complete yet.
pub struct Chunk {
    column: ColumnDescPtr,
    /// Whether values are close to those of the row before.
    is_close: bool,
    pages: TrackedWrite<Vec<u8>>,
    /// Names of a dictionary, those of the last batch: batches only add names.
    names: Option<ArrayRef>,
    /// Largest number that is its own key, and one.
    numbers: usize,
    encoding: Encoding,
    values: usize,
    rows: usize,
    uncompressed: usize,
}

/// A column of a row group.
pub struct Finished {
    /// All pages.
    pub bytes: Vec<u8>,
    /// What the metadata says about it.
    pub about: ColumnCloseResult,
}

impl Chunk {
    /// Without rows. `is_close` says that values are close to those of the row before.
    pub fn new(column: ColumnDescPtr, is_close: bool) -> Self {
        Self {
            column,
            is_close,
            pages: TrackedWrite::new(Vec::new()),
            names: None,
            numbers: 0,
            encoding: Encoding::PLAIN,
            values: 0,
            rows: 0,
            uncompressed: 0,
        }
    }

    /// Adds rows as a page.
    pub fn add(&mut self, array: &dyn Array, zstd: &mut Compressor) -> anyhow::Result<()> {
        let mut page = Vec::with_capacity(array.len() * 8);
        let mut values = array.len();
        match array.data_type() {
            DataType::List(_) => {
                let list = array.as_list::<i32>();
                let offsets = list.value_offsets();
                values = encode::lists(offsets, &mut page);
                let Some(items) = list.values().as_primitive_opt::<UInt16Type>().filter(|_| !list.is_nullable()) else {
                    bail!("a list of {} cannot be written", list.value_type());
                };
                let items = &items.values()[offsets[0] as usize..offsets[list.len()] as usize];
                self.encoding = Encoding::RLE_DICTIONARY;
                self.numbers = self.numbers.max(items.iter().max().map_or(0, |most| usize::from(*most) + 1));
                encode::keys(items.iter().copied(), self.numbers, &mut page);
            }
            DataType::Dictionary(..) => {
                let Some(dictionary) = array.as_dictionary_opt::<UInt16Type>() else {
                    bail!("a column of {} cannot be written", array.data_type());
                };
                let names = dictionary.values();
                self.levels(array, &mut page);
                self.encoding = Encoding::RLE_DICTIONARY;
                let keys = present(dictionary.keys());
                encode::keys(keys.iter().copied(), names.len(), &mut page);
                self.names = Some(Arc::clone(names));
            }
            DataType::Utf8 => {
                self.levels(array, &mut page);
                encode::texts(array.as_string::<i32>().iter().flatten(), &mut page);
            }
            DataType::UInt8 => self.numbers::<UInt8Type>(array, &mut page),
            DataType::UInt16 => self.numbers::<UInt16Type>(array, &mut page),
            DataType::UInt32 => self.numbers::<UInt32Type>(array, &mut page),
            DataType::UInt64 => self.numbers::<UInt64Type>(array, &mut page),
            other => bail!("a column of {other} cannot be written"),
        }
        self.rows += array.len();
        self.values += values;
        self.page(&page, values, zstd)
    }

    fn levels(&self, array: &dyn Array, page: &mut Vec<u8>) {
        if self.column.max_def_level() > 0 {
            encode::validity(array.nulls(), array.len(), page);
        }
    }

    fn numbers<T: Number>(&mut self, array: &dyn Array, page: &mut Vec<u8>) {
        self.levels(array, page);
        let values = present(array.as_primitive::<T>());
        let values = values.iter().copied();
        if self.is_close {
            self.encoding = Encoding::DELTA_BINARY_PACKED;
            encode::deltas::<T>(values, page);
        } else {
            encode::plain::<T>(values, page);
        }
    }

    fn page(&mut self, page: &[u8], values: usize, zstd: &mut Compressor) -> anyhow::Result<()> {
        let compressed = Page::DataPage {
            buf: zstd.compress(page)?.into(),
            num_values: u32::try_from(values)?,
            encoding: self.encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let written =
            SerializedPageWriter::new(&mut self.pages).write_page(CompressedPage::new(compressed, page.len()))?;
        self.uncompressed += written.uncompressed_size;
        Ok(())
    }

    /// All pages, the one of the dictionary first.
    pub fn finish(self, zstd: &mut Compressor) -> anyhow::Result<Finished> {
        let mut dictionary = Vec::new();
        let entries = match &self.names {
            Some(names) => {
                encode::texts(names.as_string::<i32>().iter().flatten(), &mut dictionary);
                names.len()
            }
            None => {
                encode::plain::<UInt16Type>((0..self.numbers).map(|number| number as u16), &mut dictionary);
                self.numbers
            }
        };
        let mut uncompressed = self.uncompressed;
        let mut bytes = Vec::new();
        if self.encoding == Encoding::RLE_DICTIONARY {
            let mut first = TrackedWrite::new(Vec::new());
            let page = Page::DictionaryPage {
                buf: zstd.compress(&dictionary)?.into(),
                num_values: entries as u32,
                encoding: Encoding::PLAIN,
                is_sorted: false,
            };
            let written =
                SerializedPageWriter::new(&mut first).write_page(CompressedPage::new(page, dictionary.len()))?;
            uncompressed += written.uncompressed_size;
            bytes = first.into_inner()?;
        }
        let data = bytes.len() as i64;
        bytes.extend(self.pages.into_inner()?);
        let metadata = ColumnChunkMetaData::builder(self.column)
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_encodings(vec![Encoding::PLAIN, Encoding::RLE, self.encoding])
            .set_num_values(self.values as i64)
            .set_total_compressed_size(bytes.len() as i64)
            .set_total_uncompressed_size(uncompressed as i64)
            .set_dictionary_page_offset((data > 0).then_some(0))
            .set_data_page_offset(data)
            .build()?;
        let about = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: self.rows as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok(Finished { bytes, about })
    }
}

/// The values of an array that are not null.
fn present<T: ArrowPrimitiveType>(array: &PrimitiveArray<T>) -> std::borrow::Cow<'_, [T::Native]> {
    match array.nulls().filter(|nulls| nulls.null_count() > 0) {
        Some(nulls) => nulls.valid_indices().map(|at| array.values()[at]).collect(),
        None => array.values()[..].into(),
    }
}
