//! Bodies: statements and expressions.

use super::name::Name;
use crate::span::Span;

/// Statements; the last one may be a value.
#[derive(Clone, Debug)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub span: Span,
}

impl Block {
    /// A block without statements.
    pub fn empty(span: Span) -> Self {
        Block { stmts: Vec::new(), span }
    }
}

#[derive(Clone, Debug)]
pub enum Stmt {
    Let {
        name: Name,
        ty: Option<Name>,
        value: Expr,
        mutable: bool,
    },
    Assign {
        place: Expr,
        value: Expr,
    },
    For {
        name: Name,
        first: Expr,
        last: Expr,
        body: Block,
    },
    Expr(Expr),
    /// The body of another entry, with values in place of some of its operands. The parser creates an
    /// [`ExprKind::Request`] for it.
    Refined {
        given: Vec<GivenOperand>,
        body: Block,
    },
}

/// A value that replaces an operand of an entry whose body is reused.
#[derive(Clone, Debug)]
pub struct GivenOperand {
    pub name: Name,
    /// Name of the operand's type.
    pub ty: Name,
    pub value: Expr,
}

/// An expression with its position.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: Box<ExprKind>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Int(u128),
    Float(f64),
    Name(String),
    Unary(&'static str, Expr),
    Binary(&'static str, Expr, Expr),
    Call(Name, Vec<Expr>),
    /// `texture.sample { image, shadow: true }`
    Request(Name, Vec<RequestMember>),
    Bit(Expr, Expr),
    Slice(Expr, Expr, Expr),
    Window(Expr, Expr, Expr),
    At(Expr, Expr),
    Concat(Vec<Expr>),
    If(Expr, Block, Option<Block>),
    Match(Match),
}

/// `shadow: true`, or `image` for the value of that name.
#[derive(Clone, Debug)]
pub struct RequestMember {
    pub name: Name,
    pub value: Expr,
}

/// `match subject { patterns { … } … else { … } }`
#[derive(Clone, Debug)]
pub struct Match {
    pub subject: Expr,
    pub arms: Vec<Arm>,
    /// The block after `else`, and the position of that word.
    pub otherwise: Option<(Block, Span)>,
}

impl Match {
    /// The blocks in order.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.arms.iter().map(|arm| &arm.body).chain(self.otherwise.iter().map(|(block, _)| block))
    }

    /// The blocks in order, mutable.
    pub fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let otherwise = self.otherwise.iter_mut().map(|(block, _)| block);
        self.arms.iter_mut().map(|arm| &mut arm.body).chain(otherwise)
    }
}

/// `4..7, 12 { … }`
#[derive(Clone, Debug)]
pub struct Arm {
    pub patterns: Vec<Pattern>,
    pub body: Block,
}

/// A pattern that a value is compared with.
#[derive(Clone, Debug)]
pub struct Pattern {
    pub kind: PatternKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum PatternKind {
    /// A member of an enum, `true` or `false`.
    Name(String),
    /// First and last number.
    Range(u128, u128),
}
