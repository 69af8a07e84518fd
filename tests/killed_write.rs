//! Writers that are killed at random moments: no file is ever torn, and the next run sets everything right.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use seamwright_common::hash::ContentHash;
use seamwright_common::source::SourcePath;
use seamwright_common::workspace::{Expected, Recovered, RootFolder};

/// Set for the process that is killed: the folder to write to, and the version to write.
const FOLDER: &str = "SEAMWRIGHT_TEST_WRITE_FOLDER";
const VERSION: &str = "SEAMWRIGHT_TEST_WRITE_VERSION";

const FILES: usize = 500;
const ROUNDS: usize = 50;

fn path_of(index: usize) -> String {
    format!("p{}/d{}/F{index}.cs", index % 5, index % 17)
}

/// Long enough that a torn write would show.
fn content(index: usize, version: usize) -> Vec<u8> {
    format!("// file {index}, version {version}\r\n")
        .repeat(40 + index % 60)
        .into_bytes()
}

/// Which version a file holds, whole.
fn version_of(folder: &Path, index: usize, versions: [usize; 2]) -> usize {
    let bytes = fs::read(folder.join(path_of(index))).unwrap();
    *versions
        .iter()
        .find(|version| content(index, **version) == bytes)
        .unwrap_or_else(|| panic!("`{}` is torn: {} bytes", path_of(index), bytes.len()))
}

fn versions(folder: &Path, known: [usize; 2]) -> Vec<usize> {
    let mut found: Vec<usize> = (0..FILES)
        .map(|index| version_of(folder, index, known))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Not a test of its own: the writer that [`no_file_is_torn`] starts and kills.
#[test]
fn writer() {
    let Ok(folder) = env::var(FOLDER) else {
        return;
    };
    let version: usize = env::var(VERSION).unwrap().parse().unwrap();
    let root = RootFolder::open(Path::new(&folder)).unwrap();
    let mut contents = BTreeMap::new();
    for index in 0..FILES {
        let old = Expected::Content(ContentHash::of(&content(index, version - 1)));
        contents.insert(
            SourcePath::new(path_of(index)),
            (old, content(index, version)),
        );
    }
    let planned = root.plan_contents(&contents).unwrap();
    println!("ready");
    planned.commit().unwrap();
}

/// Starts the writer and waits until it is about to write.
fn start(folder: &Path, version: usize) -> Child {
    let mut child = Command::new(env::current_exe().unwrap())
        .args([
            "killed_write::writer",
            "--exact",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(FOLDER, folder)
        .env(VERSION, version.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(
        lines.any(|line| line.unwrap().ends_with("ready")),
        "the writer didn't start"
    );
    // What else it prints must not fill the pipe.
    thread::spawn(move || lines.for_each(drop));
    child
}

/// Whether the writer has passed the point of no return.
fn is_replacing(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().flatten().any(|entry| {
        entry
            .file_name()
            .to_string_lossy()
            .starts_with(".seamwright-journal-")
            && fs::read_to_string(entry.path()).is_ok_and(|text| text.contains("\nstate commit\n"))
    })
}

fn leftovers(folder: &Path) -> Vec<String> {
    walkdir::WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with(".seamwright"))
        .collect()
}

#[test]
fn no_file_is_torn() {
    let folder = tempfile::tempdir().unwrap();
    for index in 0..FILES {
        let path = folder.path().join(path_of(index));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content(index, 0)).unwrap();
    }
    let root = RootFolder::open(folder.path()).unwrap();
    let mut child = start(folder.path(), 1);
    let begun = Instant::now();
    assert!(child.wait().unwrap().success());
    let usual = begun.elapsed();
    assert_eq!(versions(folder.path(), [0, 1]), [1]);

    let (mut now, mut finished, mut undone) = (1, 0, 0);
    for round in 0..ROUNDS {
        let mut child = start(folder.path(), now + 1);
        let part = u32::try_from(RandomState::new().hash_one(round) % 1000).unwrap();
        if round % 2 == 0 {
            thread::sleep(usual * part / 1000);
        } else {
            // Replacing is short: wait for it, so that it is hit as well.
            while !is_replacing(folder.path()) && child.try_wait().unwrap().is_none() {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(Duration::from_micros(u64::from(part) * 20));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // Mixed, perhaps, but each one whole.
        versions(folder.path(), [now, now + 1]);
        let reports = root.recover().unwrap();
        assert!(reports.len() <= 1, "{reports:?}");
        for report in &reports {
            assert!(report.left_alone.is_empty(), "{report:?}");
            match report.outcome {
                Recovered::Finished => finished += 1,
                Recovered::Undone => undone += 1,
            }
        }
        let after = versions(folder.path(), [now, now + 1]);
        assert_eq!(after.len(), 1, "round {round}: {after:?}");
        now = after[0];
        assert_eq!(
            leftovers(folder.path()),
            Vec::<String>::new(),
            "round {round}"
        );
    }
    println!(
        "{finished} finished, {undone} undone; a whole write takes {} ms",
        usual.as_millis()
    );
    assert!(
        undone > 0,
        "no writer was killed before the point of no return"
    );
    assert!(
        finished > 0,
        "no writer was killed after the point of no return"
    );
}
