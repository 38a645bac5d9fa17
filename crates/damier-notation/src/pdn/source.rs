//! The bytes of a file, as much of them as one game needs. Knows byte order marks, but no notation.

use std::io::{self, Read};

use encoding_rs::{CoderResult, Decoder, UTF_16BE, UTF_16LE};

const CHUNK: usize = 64 * 1024;

/// A window on the bytes of an input. It grows until told to forget.
pub(super) struct Source<R> {
    input: R,
    buffer: Vec<u8>,
    /// Where in `buffer` the window starts.
    start: usize,
    /// Bytes before the window.
    offset: u64,
    ended: bool,
    /// Turns UTF-16 into UTF-8.
    decoder: Option<Decoder>,
    opened: bool,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            start: 0,
            offset: 0,
            ended: false,
            decoder: None,
            opened: false,
        }
    }

    /// The bytes of the window so far.
    pub(super) fn bytes(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    /// Whether the window reaches the end of the input.
    pub(super) fn ended(&self) -> bool {
        self.ended
    }

    /// Bytes of the input before the window. UTF-16 is counted as UTF-8.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Moves the start of the window.
    pub(super) fn forget(&mut self, bytes: usize) {
        let bytes = bytes.min(self.bytes().len());
        self.start += bytes;
        self.offset += bytes as u64;
    }

    /// Makes the window longer; at the end of the input it stays as it is.
    ///
    /// It grows by as much as it holds, so that a scan that starts over after each growth takes linear time; but not
    /// much beyond `most`.
    pub(super) fn grow(&mut self, most: usize) -> io::Result<()> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let held = self.buffer.len();
        let goal = (2 * held).min(most).max(held + CHUNK);
        while self.buffer.len() < goal && !self.ended {
            self.read_some(goal - self.buffer.len())?;
        }
        Ok(())
    }

    fn read_some(&mut self, wanted: usize) -> io::Result<()> {
        if let Some(decoder) = &mut self.decoder {
            let mut raw = vec![0; CHUNK];
            let length = read(&mut self.input, &mut raw)?;
            raw.truncate(length);
            self.ended = length == 0;
            decode(decoder, &raw, self.ended, &mut self.buffer);
            return Ok(());
        }
        let held = self.buffer.len();
        self.buffer.resize(held + wanted, 0);
        let room = self.buffer.get_mut(held..).unwrap_or_default();
        let length = read(&mut self.input, room)?;
        self.buffer.truncate(held + length);
        self.ended = length == 0;
        if !self.opened && (self.buffer.len() >= 4 || self.ended) {
            self.open();
        }
        Ok(())
    }

    /// Looks at the first bytes for the encoding.
    fn open(&mut self) {
        self.opened = true;
        let little = UTF_16LE.new_decoder_with_bom_removal();
        let big = UTF_16BE.new_decoder_with_bom_removal();
        let decoder = match self.buffer.as_slice() {
            [0xff, 0xfe, ..] => Some(little),
            [0xfe, 0xff, ..] => Some(big),
            // Without a mark: every other byte of plain text is zero.
            [a, 0, b, 0, ..] if *a > 0 && *b > 0 => Some(little),
            [0, a, 0, b, ..] if *a > 0 && *b > 0 => Some(big),
            _ => None,
        };
        if let Some(mut decoder) = decoder {
            let raw = std::mem::take(&mut self.buffer);
            decode(&mut decoder, &raw, self.ended, &mut self.buffer);
            self.decoder = Some(decoder);
        }
    }
}

fn read(input: &mut impl Read, room: &mut [u8]) -> io::Result<usize> {
    loop {
        match input.read(room) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

fn decode(decoder: &mut Decoder, mut raw: &[u8], last: bool, out: &mut Vec<u8>) {
    let mut text =
        String::with_capacity(decoder.max_utf8_buffer_length(raw.len()).unwrap_or(CHUNK));
    loop {
        let (result, used, _) = decoder.decode_to_string(raw, &mut text, last);
        raw = raw.get(used..).unwrap_or_default();
        match result {
            CoderResult::InputEmpty => break,
            CoderResult::OutputFull => text.reserve(CHUNK),
        }
    }
    out.extend_from_slice(text.as_bytes());
}
