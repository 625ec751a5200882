//! The seven types of msgpack that p10net uses, read and written.

use std::fmt;

/// A value in a frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Nil,
    Bool(bool),
    Int(i64),
    Text(String),
    Array(Vec<Value>),
    Map(Vec<(String, Value)>),
}

/// Bytes that are none of the seven types, or end too early.
#[derive(Debug)]
pub struct Unreadable(&'static str);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "unreadable frame: {}", self.0)
    }
}

impl std::error::Error for Unreadable {}

type Read<T> = Result<T, Unreadable>;

impl Value {
    /// Looks a field of a map up; nil is as good as absent.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let fields = match self {
            Value::Map(fields) => fields,
            _ => return None,
        };
        let (_, value) = fields.iter().find(|(key, _)| key == name)?;
        (*value != Value::Nil).then_some(value)
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn int(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    pub fn items(&self, name: &str) -> &[Value] {
        match self.get(name) {
            Some(Value::Array(items)) => items,
            _ => &[],
        }
    }

    /// Reads one value that fills the bytes to the last one.
    pub fn read(bytes: &[u8]) -> Read<Value> {
        let mut reader = Reader { bytes, depth: 0 };
        let value = reader.value()?;
        match reader.bytes {
            [] => Ok(value),
            _ => Err(Unreadable("more bytes follow")),
        }
    }

    pub fn write(&self, out: &mut Vec<u8>) {
        match self {
            Value::Nil => out.push(0xc0),
            Value::Bool(yes) => out.push(0xc2 + *yes as u8),
            Value::Int(number) if (0..128).contains(number) => out.push(*number as u8),
            Value::Int(number) => {
                out.push(0xd2); // any int of the profile fits 32 bits
                out.extend((*number as i32).to_be_bytes());
            }
            Value::Text(text) => {
                head(out, text.len(), 0xa0, 32, 0xda);
                out.extend(text.as_bytes());
            }
            Value::Array(items) => {
                head(out, items.len(), 0x90, 16, 0xdc);
                items.iter().for_each(|item| item.write(out));
            }
            Value::Map(fields) => {
                head(out, fields.len(), 0x80, 16, 0xde);
                for (key, value) in fields {
                    Value::Text(key.clone()).write(out);
                    value.write(out);
                }
            }
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_string())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}

/// Writes a size: in the first byte if it is small, else in two bytes after it.
fn head(out: &mut Vec<u8>, size: usize, short: u8, end: usize, long: u8) {
    if size < end {
        out.push(short | size as u8);
    } else {
        out.push(long);
        out.extend((size as u16).to_be_bytes());
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    depth: usize,
}

impl<'a> Reader<'a> {
    fn value(&mut self) -> Read<Value> {
        let first = self.take(1)?[0];
        Ok(match first {
            0x00..=0x7f => Value::Int(first.into()),
            0x80..=0x8f => self.map((first & 15).into())?,
            0x90..=0x9f => self.array((first & 15).into())?,
            0xa0..=0xbf => Value::Text(self.text((first & 31).into())?),
            0xc0 => Value::Nil,
            0xc2 | 0xc3 => Value::Bool(first == 0xc3),
            0xcc..=0xcf => Value::Int(self.uint(1 << (first - 0xcc))? as i64),
            0xd0..=0xd3 => {
                let width = 1 << (first - 0xd0);
                let spare = 64 - 8 * width;
                Value::Int((self.uint(width)? << spare) as i64 >> spare)
            }
            0xd9..=0xdb => {
                let size = self.uint(1 << (first - 0xd9))?;
                Value::Text(self.text(size)?)
            }
            0xdc | 0xdd => {
                let size = self.uint(2 << (first - 0xdc))?;
                self.array(size)?
            }
            0xde | 0xdf => {
                let size = self.uint(2 << (first - 0xde))?;
                self.map(size)?
            }
            0xe0..=0xff => Value::Int((first as i8).into()),
            _ => return Err(Unreadable("a type that is not used")),
        })
    }

    fn take(&mut self, size: u64) -> Read<&'a [u8]> {
        if size > self.bytes.len() as u64 {
            return Err(Unreadable("it is cut off"));
        }
        let (taken, rest) = self.bytes.split_at(size as usize);
        self.bytes = rest;
        Ok(taken)
    }

    fn uint(&mut self, width: u64) -> Read<u64> {
        let bytes = self.take(width)?;
        Ok(bytes
            .iter()
            .fold(0, |all, byte| all << 8 | u64::from(*byte)))
    }

    fn text(&mut self, size: u64) -> Read<String> {
        let bytes = self.take(size)?.to_vec();
        String::from_utf8(bytes).map_err(|_| Unreadable("a text is not UTF-8"))
    }

    fn array(&mut self, size: u64) -> Read<Value> {
        self.deeper()?;
        let items: Read<_> = (0..size).map(|_| self.value()).collect();
        self.depth -= 1;
        Ok(Value::Array(items?))
    }

    fn map(&mut self, size: u64) -> Read<Value> {
        self.deeper()?;
        let fields: Read<_> = (0..size).map(|_| self.field()).collect();
        self.depth -= 1;
        Ok(Value::Map(fields?))
    }

    fn field(&mut self) -> Read<(String, Value)> {
        match self.value()? {
            Value::Text(key) => Ok((key, self.value()?)),
            _ => Err(Unreadable("a key is not text")),
        }
    }

    fn deeper(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > 8 {
            return Err(Unreadable("it is nested too deep"));
        }
        Ok(())
    }
}
