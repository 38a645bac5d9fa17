//! Parameters of an engine: what may be set, to what, and how both are declared. Knows no particular parameter.

use std::fmt;

use thiserror::Error;

use super::info::number;
use super::line::{Argument, Line};

/// The values that a parameter can take.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number between two others.
    Int {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// A number between two others.
    Real {
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
    },
    /// Any text.
    Text,
    /// One of some words.
    Enum(Vec<String>),
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Of a [`Kind::Bool`].
    Bool(bool),
    /// Of a [`Kind::Int`].
    Int(i64),
    /// Of a [`Kind::Real`].
    Real(f64),
    /// Of a [`Kind::Text`] or [`Kind::Enum`].
    Text(String),
}

/// A parameter with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it can be.
    pub kind: Kind,
    /// What it is.
    pub value: Value,
}

/// A value that a parameter cannot take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name}={value}: expected {expected}")]
pub struct ValueError {
    /// The parameter.
    pub name: String,
    /// The value.
    pub value: String,
    /// What it should be.
    pub expected: String,
}

impl Parameter {
    /// A parameter that is `true` or `false`.
    pub fn bool(name: &str, value: bool) -> Self {
        Self {
            name: name.to_owned(),
            kind: Kind::Bool,
            value: Value::Bool(value),
        }
    }

    /// A parameter that is a whole number from `min` to `max`.
    pub fn int(name: &str, value: i64, min: i64, max: i64) -> Self {
        Self {
            name: name.to_owned(),
            kind: Kind::Int { min, max },
            value: Value::Int(value),
        }
    }

    /// A parameter that is a text.
    pub fn text(name: &str, value: &str) -> Self {
        Self {
            name: name.to_owned(),
            kind: Kind::Text,
            value: Value::Text(value.to_owned()),
        }
    }

    /// A parameter that is one of `values`.
    pub fn choice(name: &str, value: &str, values: &[&str]) -> Self {
        Self {
            name: name.to_owned(),
            kind: Kind::Enum(values.iter().map(|&v| v.to_owned()).collect()),
            value: Value::Text(value.to_owned()),
        }
    }

    /// The value that a text means, if the parameter can take it.
    pub fn check(&self, text: &str) -> Result<Value, ValueError> {
        let value = match &self.kind {
            Kind::Bool => match text {
                "true" => Some(Value::Bool(true)),
                "false" => Some(Value::Bool(false)),
                _ => None,
            },
            Kind::Int { min, max } => text
                .parse()
                .ok()
                .filter(|n| (min..=max).contains(&n))
                .map(Value::Int),
            Kind::Real { min, max } => number(text)
                .filter(|n| (min..=max).contains(&n))
                .map(Value::Real),
            Kind::Text => Some(Value::Text(text.to_owned())),
            Kind::Enum(values) => values
                .iter()
                .any(|v| v == text)
                .then(|| Value::Text(text.to_owned())),
        };
        value.ok_or_else(|| ValueError {
            name: self.name.clone(),
            value: text.to_owned(),
            expected: self.kind.to_string(),
        })
    }

    /// The line that declares it: name first and `values` last, as some readers demand.
    pub fn line(&self) -> Line {
        let mut arguments = vec![
            ("name", self.name.clone()),
            ("value", self.value.to_string()),
        ];
        match &self.kind {
            Kind::Bool => arguments.push(("type", "bool".to_owned())),
            Kind::Int { min, max } => arguments.extend([
                ("type", "int".to_owned()),
                ("min", min.to_string()),
                ("max", max.to_string()),
            ]),
            Kind::Real { min, max } => arguments.extend([
                ("type", "real".to_owned()),
                ("min", min.to_string()),
                ("max", max.to_string()),
            ]),
            Kind::Text => arguments.push(("type", "string".to_owned())),
            Kind::Enum(values) => {
                arguments.extend([("type", "enum".to_owned()), ("values", values.join(" "))]);
            }
        }
        let argument = |(name, value): (&str, String)| Argument {
            name: name.to_owned(),
            value: Some(value),
        };
        Line {
            command: "param".to_owned(),
            arguments: arguments.into_iter().map(argument).collect(),
        }
    }
}

/// What the kind admits, for a message.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("true or false"),
            Self::Int { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Real { min, max } => write!(f, "a number from {min} to {max}"),
            Self::Text => f.write_str("a text"),
            Self::Enum(values) => write!(f, "one of {}", values.join(", ")),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Real(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}

/// A parameter as an engine declares it, which may be of a type that is not known here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// Its name.
    pub name: String,
    /// Its value, as text.
    pub value: String,
    /// The word after `type=`.
    pub kind: String,
    /// The smallest value, if one is given.
    pub min: Option<String>,
    /// The largest value, if one is given.
    pub max: Option<String>,
    /// The values of an enum.
    pub values: Vec<String>,
}

/// A declaration that names no parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a parameter without a name")]
pub struct DeclarationError;

impl Declaration {
    /// Reads a `param` line.
    pub fn read(line: &Line) -> Result<Self, DeclarationError> {
        let text = |name| line.value(name).map(str::to_owned);
        Ok(Self {
            name: text("name").ok_or(DeclarationError)?,
            value: text("value").unwrap_or_default(),
            kind: text("type").unwrap_or_default(),
            min: text("min"),
            max: text("max"),
            values: line
                .value("values")
                .map(|v| v.split_whitespace().map(str::to_owned).collect())
                .unwrap_or_default(),
        })
    }
}
