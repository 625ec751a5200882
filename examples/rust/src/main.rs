//! A p10net bot on the standard library alone: bot HOST PORT [NAME]
//!
//! It lays and hits whenever it can, and otherwise plays what the host proposes; a lost
//! connection is taken up again where it broke.

mod pack;

use pack::Value;
use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// For how long a host that is gone is tried again.
const PATIENCE: Duration = Duration::from_secs(120);
/// After how long without a frame, not even a beat, the host is gone.
const SILENCE: Duration = Duration::from_secs(10);
/// How many bytes a frame from a host may have.
const LONGEST: u32 = 262_144;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// A seat at a table, over as many connections as it takes.
struct Bot {
    name: String,
    /// From our welcome: whoever has it has the seat.
    session: Option<String>,
    /// `hello` has id 1, so that any act may be sent again after it.
    last_id: i64,
    /// Our newest act; it may have got lost.
    act: Option<Value>,
    /// The question it answers.
    ask: Value,
    /// When the host last said something.
    heard: Instant,
}

impl Bot {
    /// Plays until the host says goodbye; gives its last message.
    fn run(&mut self, place: &str) -> Outcome<Value> {
        loop {
            let pause = match self.visit(place) {
                Ok(bye) => match bye.int("retry") {
                    None => return Ok(bye),
                    Some(seconds) => Duration::from_secs(seconds as u64),
                },
                Err(error) if self.session.is_none() => return Err(error),
                Err(error) if self.heard.elapsed() > PATIENCE => return Err(error),
                Err(_) => Duration::from_millis(500),
            };
            sleep(pause);
        }
    }

    /// Lives through one connection, until its bye.
    fn visit(&mut self, place: &str) -> Outcome<Value> {
        let mut link = TcpStream::connect(place)?;
        link.set_nodelay(true)?;
        link.set_read_timeout(Some(SILENCE))?;
        self.greet(&mut link, 1)?;
        let mut back = self.act.is_some();
        loop {
            let message = receive(&mut link)?;
            self.heard = Instant::now();
            match message.text("t") {
                Some("bye") => return Ok(message),
                Some("welcome") => {
                    self.session = message.text("session").map(str::to_string);
                    self.last_id = self.last_id.max(message.int("last_id").unwrap_or(0));
                }
                Some("state") => {
                    if let Some(ask) = message.get("ask") {
                        self.answer(&mut link, ask, back)?;
                    }
                    back = false;
                }
                Some("err") => self.refused(&mut link, &message)?,
                _ => {}
            }
        }
    }

    fn greet(&self, link: &mut TcpStream, id: i64) -> Outcome<()> {
        let mut hello = vec![
            ("t", "hello".into()),
            ("id", id.into()),
            ("proto", Value::Array(vec![Value::Int(1)])),
            ("name", self.name.as_str().into()),
            ("kind", "bot".into()),
            ("client", "rust-example/1".into()),
        ];
        if let Some(session) = &self.session {
            hello.push(("session", session.as_str().into()));
        }
        send(link, &map(hello))
    }

    /// Answers a question once; after a loss the same answer, under its old id.
    fn answer(&mut self, link: &mut TcpStream, ask: &Value, back: bool) -> Outcome<()> {
        match &self.act {
            Some(act) if act.int("step") == ask.int("step") => {
                if back {
                    send(link, act)?;
                }
                Ok(())
            }
            _ => self.decide(link, ask, choose(ask)),
        }
    }

    fn decide(&mut self, link: &mut TcpStream, ask: &Value, action: Value) -> Outcome<()> {
        self.ask = ask.clone();
        self.last_id += 1;
        let act = map(vec![
            ("t", "act".into()),
            ("id", self.last_id.into()),
            ("step", ask.int("step").unwrap_or(0).into()),
            ("action", action),
        ]);
        send(link, &act)?;
        self.act = Some(act);
        Ok(())
    }

    fn refused(&mut self, link: &mut TcpStream, error: &Value) -> Outcome<()> {
        let code = error.text("code").unwrap_or("");
        eprintln!("{code}: {}", error.text("msg").unwrap_or(""));
        let mine = self.act.as_ref().and_then(|act| act.int("id"));
        if code == "name_taken" {
            self.name += " 2";
            self.last_id = error.int("re").unwrap_or(0) + 1;
            return self.greet(link, self.last_id);
        }
        if mine.is_some() && mine == error.int("re") {
            self.act = None; // not done: the next question may be the same one again
            if code == "illegal" {
                let ask = self.ask.clone();
                return self.decide(link, &ask, default(&ask));
            }
        }
        Ok(())
    }
}

/// Lays or hits if that is possible, else does what the host would do for us.
fn choose(ask: &Value) -> Value {
    let useful = |offer: &&Value| matches!(offer.text("a"), Some("lay" | "hit"));
    match ask.items("can").iter().find(useful) {
        Some(offer) => offer.clone(),
        None => default(ask),
    }
}

fn default(ask: &Value) -> Value {
    ask.get("default").cloned().unwrap_or(Value::Nil)
}

fn map(fields: Vec<(&str, Value)>) -> Value {
    let own = |(key, value): (&str, Value)| (key.to_string(), value);
    Value::Map(fields.into_iter().map(own).collect())
}

fn send(link: &mut TcpStream, message: &Value) -> Outcome<()> {
    let mut frame = vec![0; 4];
    message.write(&mut frame);
    let length = (frame.len() - 4) as u32;
    frame[..4].copy_from_slice(&length.to_be_bytes());
    Ok(link.write_all(&frame)?)
}

fn receive(link: &mut TcpStream) -> Outcome<Value> {
    let mut head = [0; 4];
    link.read_exact(&mut head)?;
    let length = u32::from_be_bytes(head);
    if !(1..=LONGEST).contains(&length) {
        return Err(format!("a frame of {length} bytes was announced").into());
    }
    let mut body = vec![0; length as usize];
    link.read_exact(&mut body)?;
    Ok(Value::read(&body)?)
}

fn main() -> Outcome<()> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let (host, port, rest) = match &given[..] {
        [host, port, rest @ ..] => (host, port, rest),
        _ => return Err("usage: bot HOST PORT [NAME]".into()),
    };
    let mut bot = Bot {
        name: rest.first().map_or("Rusty", String::as_str).to_string(),
        session: None,
        last_id: 1,
        act: None,
        ask: Value::Nil,
        heard: Instant::now(),
    };
    let bye = bot.run(&format!("{host}:{port}"))?;
    println!("{}", bye.text("msg").unwrap_or(""));
    Ok(())
}
