//! Pages of what lies beyond registers and memory: interfaces of the host and their operations.

use isatope_lang::{Interface, Model, Operation};

use crate::book::{Book, row, section, split, table};
use crate::page::{Kind, Page};

/// Adds them.
pub fn add(book: &mut Book) {
    for (i, interface) in book.model.interfaces.iter().enumerate() {
        for (o, operation) in interface.operations.iter().enumerate() {
            let page = operation_page(book, interface, operation, (i, o));
            book.add(page, Vec::new());
        }
        let mut page = book.page(Kind::Interface, &interface.name, book.all(), &interface.doc);
        let rows =
            interface.operations.iter().map(|o| row([signature(book.model, interface, o), split(&o.doc).0])).collect();
        page.sections.extend(section("Operations", vec![table(rows)]));
        book.add(page, Vec::new());
    }
}

fn operation_page(book: &Book, interface: &Interface, operation: &Operation, index: (usize, usize)) -> Page {
    let name = format!("{}.{}", interface.name, operation.name);
    let mut page = book.page(Kind::Operation, &name, book.all(), &operation.doc);
    let scope = if operation.wave { "once for all lanes" } else { "in each lane" };
    let rows = vec![row([signature(book.model, interface, operation), scope.to_string()])];
    page.sections.extend(section("Called", vec![table(rows)]));
    let calls = |i: &isatope_lang::Inst| i.programs.iter().any(|p| p.effects.calls.contains(&index));
    page.sections.extend(book.instructions("Instructions that lead to it", calls));
    page
}

/// `image.fetch(x: u32) -> f32`
pub fn signature(model: &Model, interface: &Interface, operation: &Operation) -> String {
    format!(
        "{}.{}{}",
        interface.name,
        operation.name,
        crate::book::signature(model, &operation.params, operation.result)
    )
}
