//! A stream that does not wait for ever for a client that does not read.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// Bytes that earn a reader a second of patience: a client that takes less for long is not a player.
const A_SECOND: u64 = 4 * 1024;

/// Waits for its client for so long in all. Reading earns the client time again, but never more than there was at first.
pub(crate) struct Patient<S> {
    stream: S,
    most: Duration,
    left: Duration,
    /// Since when the reader is waited for, and until when.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
    slow: Counter,
}

impl<S> Patient<S> {
    pub(crate) fn new(stream: S, most: Duration, slow: Counter) -> Patient<S> {
        Patient { stream, most, left: most, waiting: None, slow }
    }

    /// Some bytes were taken.
    fn took(&mut self, bytes: usize) {
        if let Some((since, _)) = self.waiting.take() {
            self.left = self.left.saturating_sub(since.elapsed());
        }
        let won = Duration::from_millis(bytes as u64 * 1000 / A_SECOND);
        self.left = (self.left + won).min(self.most);
    }

    /// Nothing was taken; fails when patience is at an end.
    fn wait(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        let left = self.left;
        let (_, end) = self.waiting.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(sleep_until(now + left)))
        });
        match end.as_mut().poll(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(()) => {
                self.slow.inc();
                Poll::Ready(io::Error::new(io::ErrorKind::TimedOut, "the reader takes too little"))
            }
        }
    }

    fn written(&mut self, context: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(Ok(bytes)) => {
                self.took(bytes);
                Poll::Ready(Ok(bytes))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => self.wait(context).map(Err),
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.written(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test]
    async fn who_reads_nothing_is_given_up() {
        let (near, _far) = tokio::io::duplex(1024);
        let slow = Counter::default();
        let mut patient = Patient::new(near, Duration::from_millis(50), slow.clone());
        let error = patient.write_all(&[0; 4096]).await.unwrap_err();
        assert_eq!((error.kind(), slow.get()), (io::ErrorKind::TimedOut, 1));
    }

    #[tokio::test]
    async fn who_reads_drop_by_drop_is_given_up_later() {
        let (near, mut far) = tokio::io::duplex(1024);
        let mut patient = Patient::new(near, Duration::from_millis(200), Counter::default());
        let drops = tokio::spawn(async move {
            let mut heard = [0; 16];
            while far.read_exact(&mut heard).await.is_ok() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        // At this rate a megabyte would take twenty minutes.
        assert!(patient.write_all(&vec![0; 1024 * 1024]).await.is_err());
        drops.abort();
    }

    #[tokio::test]
    async fn who_reads_steadily_is_waited_for_as_long_as_it_takes() {
        let (near, mut far) = tokio::io::duplex(1024);
        let mut patient = Patient::new(near, Duration::from_secs(20), Counter::default());
        let reader = tokio::spawn(async move {
            let mut heard = vec![0; 8 * 1024];
            let mut all = 0;
            while far.read_exact(&mut heard).await.is_ok() {
                all += heard.len();
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            all
        });
        patient.write_all(&vec![0; 512 * 1024]).await.unwrap();
        drop(patient);
        assert_eq!(reader.await.unwrap(), 512 * 1024);
    }
}
