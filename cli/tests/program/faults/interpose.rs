//! A disk that fails on demand, for tests: loaded into the program before the C library, it stands between SQLite and the system and
//! makes chosen calls fail. It is compiled by the test that uses it, is no part of the product, and cannot do without `unsafe`:
//! it takes the place of functions of the C library.
//!
//! `SABRETACHE_FAULTS` names a folder. Its file `control` says `RUN FROM COUNT KIND`: of the calls since RUN was first seen, those from
//! FROM on fail, COUNT of them. `count` is written after each call, and `hit` names the calls that failed.

use std::ffi::{CString, c_char, c_int, c_void};
use std::sync::{Mutex, OnceLock};

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    fn __errno_location() -> *mut c_int;
}

const EIO: c_int = 5;
const ENOSPC: c_int = 28;

/// The function of this name that would have been called without us.
fn next(name: &str) -> *mut c_void {
    let name = CString::new(name).expect("a name");
    // SAFETY: the handle is RTLD_NEXT, and the name ends with NUL.
    let found = unsafe { dlsym(-1_isize as *mut c_void, name.as_ptr()) };
    assert!(!found.is_null(), "the C library has {name:?}");
    found
}

struct Counted {
    run: String,
    calls: u64,
}

static COUNTED: Mutex<Counted> = Mutex::new(Counted { run: String::new(), calls: 0 });

fn folder() -> Option<&'static str> {
    static FOLDER: OnceLock<Option<String>> = OnceLock::new();
    FOLDER.get_or_init(|| std::env::var("SABRETACHE_FAULTS").ok()).as_deref()
}

fn is_of_the_database(file: c_int) -> bool {
    let path = std::fs::read_link(format!("/proc/self/fd/{file}")).ok();
    let name = path.as_ref().and_then(|path| path.file_name()).and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with("games.sqlite") && !name.ends_with(".lock"))
}

enum Verdict {
    Pass,
    Fail(c_int),
    /// Write but half.
    Half,
}

/// What becomes of a call.
fn judge(call: &str, file: c_int) -> Verdict {
    let Some(folder) = folder() else { return Verdict::Pass };
    if !is_of_the_database(file) {
        return Verdict::Pass;
    }
    let control = std::fs::read_to_string(format!("{folder}/control")).unwrap_or_default();
    let mut words = control.split_whitespace();
    let (Some(run), Some(from), Some(count), Some(kind)) = (words.next(), words.next(), words.next(), words.next())
    else {
        return Verdict::Pass;
    };
    let flushes = call.ends_with("sync");
    if kind == "fsync" && !flushes {
        return Verdict::Pass;
    }
    let mut counted = COUNTED.lock().expect("nobody panics");
    if counted.run != run {
        *counted = Counted { run: run.to_owned(), calls: 0 };
    }
    counted.calls += 1;
    let _ = std::fs::write(format!("{folder}/count"), counted.calls.to_string());
    let (from, count): (u64, u64) = (from.parse().unwrap_or(0), count.parse().unwrap_or(0));
    if counted.calls < from || counted.calls - from >= count {
        return Verdict::Pass;
    }
    let mut hit = std::fs::OpenOptions::new().create(true).append(true).open(format!("{folder}/hit")).expect("a log");
    let _ = std::io::Write::write_all(&mut hit, format!("{run} {} {call} {kind}\n", counted.calls).as_bytes());
    match kind {
        "short" if counted.calls == from && call.contains("write") => Verdict::Half,
        "enospc" | "short" => Verdict::Fail(ENOSPC),
        _ => Verdict::Fail(EIO),
    }
}

fn fail(number: c_int) {
    // SAFETY: the C library gives every thread a place for its error.
    unsafe { *__errno_location() = number };
}

macro_rules! writing {
    ($name:ident ( $($more:ident : $kind:ty),* )) => {
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(file: c_int, from: *const c_void, length: usize $(, $more: $kind)*) -> isize {
            static NEXT: OnceLock<usize> = OnceLock::new();
            type Function = unsafe extern "C" fn(c_int, *const c_void, usize $(, $kind)*) -> isize;
            let real = *NEXT.get_or_init(|| next(stringify!($name)) as usize);
            // SAFETY: this is the function of that name, with its arguments as they came.
            let real = unsafe { std::mem::transmute::<usize, Function>(real) };
            let length = match judge(stringify!($name), file) {
                Verdict::Pass => length,
                Verdict::Half => length.div_ceil(2),
                Verdict::Fail(number) => {
                    fail(number);
                    return -1;
                }
            };
            // SAFETY: as above; less than the caller has is written at most.
            unsafe { real(file, from, length $(, $more)*) }
        }
    };
}

macro_rules! other {
    ($name:ident ( $($more:ident : $kind:ty),* )) => {
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(file: c_int $(, $more: $kind)*) -> c_int {
            static NEXT: OnceLock<usize> = OnceLock::new();
            type Function = unsafe extern "C" fn(c_int $(, $kind)*) -> c_int;
            let real = *NEXT.get_or_init(|| next(stringify!($name)) as usize);
            // SAFETY: this is the function of that name, with its arguments as they came.
            let real = unsafe { std::mem::transmute::<usize, Function>(real) };
            match judge(stringify!($name), file) {
                // SAFETY: as above.
                Verdict::Pass | Verdict::Half => unsafe { real(file $(, $more)*) },
                Verdict::Fail(number) => {
                    fail(number);
                    -1
                }
            }
        }
    };
}

writing!(write());
writing!(pwrite(at: i64));
writing!(pwrite64(at: i64));
other!(fsync());
other!(fdatasync());
other!(ftruncate(length: i64));
other!(ftruncate64(length: i64));
other!(fallocate(mode: c_int, from: i64, length: i64));
other!(fallocate64(mode: c_int, from: i64, length: i64));
