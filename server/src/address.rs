//! Where requests come from. Behind a reverse proxy that is what the proxy says, if it is one that was named at the start;
//! from anybody else such words are worth nothing.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use axum::http::HeaderMap;

/// What counts as one address: an IPv4 address, or the network of 64 bits that a household gets of IPv6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Address {
    V4(Ipv4Addr),
    V6(Ipv6Addr),
}

impl From<IpAddr> for Address {
    fn from(ip: IpAddr) -> Address {
        match ip.to_canonical() {
            IpAddr::V4(ip) => Address::V4(ip),
            IpAddr::V6(ip) => Address::V6(Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX))),
        }
    }
}

/// Addresses whose word about where a request comes from is believed: `192.0.2.1`, `10.0.0.0/8`, `fd00::/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proxies {
    network: IpAddr,
    prefix: u32,
}

impl FromStr for Proxies {
    type Err = String;

    fn from_str(text: &str) -> Result<Proxies, String> {
        let wrong = || format!("\"{text}\" is not an address; write 192.0.2.1, 10.0.0.0/8 or fd00::/8");
        let (network, prefix) = match text.split_once('/') {
            Some((network, prefix)) => (network, Some(prefix.parse::<u32>().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let network: IpAddr = network.parse().map_err(|_| wrong())?;
        let longest = if network.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.unwrap_or(longest);
        if prefix > longest {
            return Err(wrong());
        }
        Ok(Proxies { network, prefix })
    }
}

impl fmt::Display for Proxies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.network, self.prefix)
    }
}

impl Proxies {
    fn contain(&self, ip: IpAddr) -> bool {
        match (self.network, ip.to_canonical()) {
            (IpAddr::V4(network), IpAddr::V4(ip)) => {
                let apart = u64::from(network.to_bits() ^ ip.to_bits());
                apart >> (32 - self.prefix) == 0
            }
            (IpAddr::V6(network), IpAddr::V6(ip)) => {
                let apart = network.to_bits() ^ ip.to_bits();
                self.prefix == 0 || apart >> (128 - self.prefix) == 0
            }
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

pub(crate) fn is_trusted(trusted: &[Proxies], ip: IpAddr) -> bool {
    trusted.iter().any(|proxies| proxies.contain(ip))
}

/// Where a request comes from: its peer, or what a trusted peer says. The last address in the list that is not itself a
/// trusted proxy's counts: those before it can be written by anybody.
pub(crate) fn origin(trusted: &[Proxies], peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    if !is_trusted(trusted, peer) {
        return peer;
    }
    let lines = |name: &str| -> Vec<String> {
        headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).map(str::to_owned).collect()
    };
    let plain = lines("x-forwarded-for");
    let plain: Vec<&str> = plain.iter().flat_map(|line| line.split(',')).collect();
    let standard = lines("forwarded");
    let standard: Vec<&str> = standard.iter().flat_map(|line| line.split(',')).filter_map(forwarded_for).collect();
    match (plain.is_empty(), standard.is_empty()) {
        (true, true) => peer,
        (false, true) => last_untrusted(trusted, peer, &plain),
        (true, false) => last_untrusted(trusted, peer, &standard),
        // One of the two may have come from the client and passed through; if they differ nobody knows which.
        (false, false) => {
            let (one, other) = (last_untrusted(trusted, peer, &plain), last_untrusted(trusted, peer, &standard));
            if one == other { one } else { peer }
        }
    }
}

fn last_untrusted(trusted: &[Proxies], peer: IpAddr, list: &[&str]) -> IpAddr {
    let mut known = peer;
    for words in list.iter().rev() {
        let Some(ip) = ip_of(words) else { return known };
        known = ip;
        if !is_trusted(trusted, ip) {
            return ip;
        }
    }
    known
}

/// The address in one element of `Forwarded`: `for=192.0.2.1;proto=https`, `for="[2001:db8::1]:443"`.
fn forwarded_for(element: &str) -> Option<&str> {
    let mut pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("for")).map(|(_, value)| value.trim().trim_matches('"'))
}

/// An address with or without a port.
fn ip_of(words: &str) -> Option<IpAddr> {
    let words = words.trim();
    let bare = match words.strip_prefix('[') {
        Some(rest) => rest.split(']').next()?,
        None if words.matches(':').count() == 1 => words.split(':').next()?,
        None => words,
    };
    bare.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn from(trusted: &[&str], peer: &str, headers: &[(&'static str, &str)]) -> String {
        let trusted: Vec<Proxies> = trusted.iter().map(|text| text.parse().unwrap()).collect();
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        origin(&trusted, ip(peer), &map).to_string()
    }

    #[test]
    fn nobody_is_believed_who_was_not_named() {
        let forged = [("x-forwarded-for", "198.51.100.7"), ("forwarded", "for=198.51.100.7")];
        assert_eq!(from(&[], "192.0.2.9", &forged), "192.0.2.9");
        assert_eq!(from(&["10.0.0.0/8"], "192.0.2.9", &forged), "192.0.2.9");
        assert_eq!(from(&["10.0.0.0/8"], "10.1.2.3", &forged), "198.51.100.7");
    }

    #[test]
    fn of_a_list_the_last_counts_that_no_proxy_of_ours_is() {
        let list = [("x-forwarded-for", "203.0.113.1, 198.51.100.7, 10.0.0.2")];
        assert_eq!(from(&["10.0.0.0/8"], "10.0.0.1", &list), "198.51.100.7");
        let two = [("x-forwarded-for", "203.0.113.1"), ("x-forwarded-for", "198.51.100.7")];
        assert_eq!(from(&["10.0.0.1"], "10.0.0.1", &two), "198.51.100.7");
        assert_eq!(from(&["10.0.0.1"], "10.0.0.1", &[("x-forwarded-for", "nonsense")]), "10.0.0.1");
        assert_eq!(from(&["10.0.0.1"], "10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn both_headers_must_agree() {
        let agree = [("x-forwarded-for", "198.51.100.7"), ("forwarded", "for=198.51.100.7;proto=https")];
        assert_eq!(from(&["10.0.0.1"], "10.0.0.1", &agree), "198.51.100.7");
        let differ = [("x-forwarded-for", "203.0.113.9"), ("forwarded", "for=198.51.100.7")];
        assert_eq!(from(&["10.0.0.1"], "10.0.0.1", &differ), "10.0.0.1");
        let six = [("forwarded", "for=\"[2001:db8::1]:443\"")];
        assert_eq!(from(&["::1"], "::1", &six), "2001:db8::1");
    }

    #[test]
    fn a_household_is_one_address() {
        assert_eq!(Address::from(ip("2001:db8::1")), Address::from(ip("2001:db8::ffff:1")));
        assert_ne!(Address::from(ip("2001:db8:0:1::1")), Address::from(ip("2001:db8::1")));
        assert_eq!(Address::from(ip("::ffff:192.0.2.1")), Address::from(ip("192.0.2.1")));
        assert_ne!(Address::from(ip("192.0.2.1")), Address::from(ip("192.0.2.2")));
    }

    #[test]
    fn networks_are_read_or_refused_with_a_sentence() {
        for text in ["10.0.0.0/33", "fd00::/129", "proxy.example.org", "10.0.0.0/x", ""] {
            assert!(text.parse::<Proxies>().unwrap_err().contains("is not an address"), "{text}");
        }
        assert!("0.0.0.0/0".parse::<Proxies>().unwrap().contain(ip("198.51.100.7")));
        assert!("::/0".parse::<Proxies>().unwrap().contain(ip("2001:db8::1")));
        assert!(!"::/0".parse::<Proxies>().unwrap().contain(ip("198.51.100.7")));
    }
}
