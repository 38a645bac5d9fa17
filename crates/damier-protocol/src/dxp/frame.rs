//! Messages in a stream of bytes: each ends with a zero byte. Knows nothing of what they say.

use std::collections::VecDeque;

use thiserror::Error;

/// The longest message, without its zero byte.
pub const LONGEST: usize = 127;

/// Bytes that are no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FrameError {
    /// More bytes than a message has.
    #[error("more than {LONGEST} bytes without an end: expected a message of 1 to {LONGEST}")]
    TooLong,
}

/// Puts messages together from bytes as they arrive. Holds no more than one message that is not complete.
#[derive(Debug, Default)]
pub struct FrameBuffer {
    bytes: Vec<u8>,
    overflow: bool,
    frames: VecDeque<Result<Vec<u8>, FrameError>>,
}

impl FrameBuffer {
    /// Takes in bytes. Empty messages are passed over.
    pub fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == 0 {
                let frame = std::mem::take(&mut self.bytes);
                if std::mem::take(&mut self.overflow) {
                    self.frames.push_back(Err(FrameError::TooLong));
                } else if !frame.is_empty() {
                    self.frames.push_back(Ok(frame));
                }
            } else if self.bytes.len() < LONGEST {
                self.bytes.push(byte);
            } else {
                self.overflow = true;
            }
        }
    }
}

impl Iterator for FrameBuffer {
    type Item = Result<Vec<u8>, FrameError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.frames.pop_front()
    }
}
