//! The same over TLS, with certificates that are good for nothing but this.

use std::path::PathBuf;
use std::process::Command;

use crate::private_postgres::PrivatePostgres;

pub(crate) fn certificate(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/private_postgres/tls")).join(name)
}

impl PrivatePostgres {
    /// Puts its certificate where it looks for it. The setting itself is made by whoever is connected.
    pub(crate) fn give_certificate(&self) {
        for (from, to) in [("server.pem", "server.crt"), ("server-key.pem", "server.key")] {
            let to = self.place.directory.path().join("data").join(to);
            std::fs::copy(certificate(from), &to).unwrap();
            if self.place.root {
                assert!(Command::new("chown").arg("postgres").arg(&to).status().unwrap().success());
            }
            assert!(Command::new("chmod").arg("600").arg(&to).status().unwrap().success());
        }
    }
}
