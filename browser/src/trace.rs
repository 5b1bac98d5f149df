//! What Chromium did and how long it took, from its own trace.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::devtools::DevTools;

/// What the trace holds: the work of the main thread, and when frames were drawn.
const CATEGORIES: [&str; 5] = [
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "devtools.timeline.frame",
    "__metadata",
];

/// The work that is script: what the page's own code does in answer to input, frames and timers.
const SCRIPT: [&str; 3] = ["FunctionCall", "EvaluateScript", "v8.run"];

/// The figures of a stretch of time, in milliseconds where they are times.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figures {
    pub frames: usize,
    pub frame_median: f64,
    pub frame_95: f64,
    /// Script by frame, in time of the processor where Chromium tells it.
    pub script_median: f64,
    pub script_95: f64,
    pub layouts: usize,
    pub style_recalculations: usize,
    /// The most elements that one of them touched.
    pub most_elements: u64,
    pub paints: usize,
}

/// Begins a trace.
pub async fn begin(devtools: &mut DevTools) {
    let config = json!({ "recordMode": "recordContinuously", "includedCategories": CATEGORIES });
    devtools.call("Tracing.start", json!({ "transferMode": "ReportEvents", "traceConfig": config })).await;
}

/// Ends it and reads it.
pub async fn end(devtools: &mut DevTools) -> Vec<Value> {
    devtools.call("Tracing.end", json!({})).await;
    devtools.until("Tracing.tracingComplete").await;
    let told = devtools.take_events().into_iter().filter(|event| event.method == "Tracing.dataCollected");
    told.flat_map(|event| event.parameters["value"].as_array().cloned().unwrap_or_default()).collect()
}

/// The figures of the thread that ran the page.
pub fn figures(events: &[Value]) -> Figures {
    let Some(thread) = busiest_thread(events) else { return Figures::default() };
    let own = |event: &&Value| (event["pid"].as_u64(), event["tid"].as_u64()) == thread;
    let process = |event: &&Value| event["pid"].as_u64() == thread.0;
    let named = |name: &'static str| move |event: &&Value| event["name"] == json!(name);
    let mut drawn: Vec<f64> = events.iter().filter(process).filter(named("DrawFrame")).filter_map(at).collect();
    drawn.sort_by(f64::total_cmp);
    let intervals: Vec<f64> = drawn.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let recalculations: Vec<&Value> =
        events.iter().filter(own).filter(named("UpdateLayoutTree")).filter(|event| event["ph"] == "X").collect();
    let touched = recalculations.iter().filter_map(|event| event["args"]["elementCount"].as_u64());
    let whole =
        |name: &'static str| events.iter().filter(own).filter(named(name)).filter(|event| event["ph"] == "X").count();
    let script = script_by_frame(events, thread, &drawn);
    Figures {
        frames: drawn.len(),
        frame_median: quantile(&intervals, 0.5),
        frame_95: quantile(&intervals, 0.95),
        script_median: quantile(&script, 0.5),
        script_95: quantile(&script, 0.95),
        layouts: whole("Layout"),
        style_recalculations: recalculations.len(),
        most_elements: touched.max().unwrap_or(0),
        paints: whole("Paint"),
    }
}

type Thread = (Option<u64>, Option<u64>);

/// The main thread of the page is the one on which most of its events were dispatched.
fn busiest_thread(events: &[Value]) -> Option<Thread> {
    let mut dispatched: BTreeMap<Thread, usize> = BTreeMap::new();
    for event in events.iter().filter(|event| event["name"] == json!("EventDispatch")) {
        *dispatched.entry((event["pid"].as_u64(), event["tid"].as_u64())).or_default() += 1;
    }
    dispatched.into_iter().max_by_key(|(_, count)| *count).map(|(thread, _)| thread)
}

/// The script between one drawn frame and the next, calls within calls counted once.
fn script_by_frame(events: &[Value], thread: Thread, drawn: &[f64]) -> Vec<f64> {
    let mut calls: Vec<(f64, f64, f64)> = events
        .iter()
        .filter(|event| (event["pid"].as_u64(), event["tid"].as_u64()) == thread && event["ph"] == "X")
        .filter(|event| SCRIPT.iter().any(|name| event["name"] == json!(name)))
        .filter_map(|event| {
            let wall = event["dur"].as_f64()? / 1000.0;
            Some((at(event)?, wall, event["tdur"].as_f64().map_or(wall, |time| time / 1000.0)))
        })
        .collect();
    calls.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut frames = vec![0.0; drawn.len().saturating_sub(1)];
    let mut busy_until = f64::MIN;
    for (begun, wall, cost) in calls {
        if begun < busy_until {
            continue;
        }
        busy_until = begun + wall;
        let frame = drawn.partition_point(|&time| time <= begun);
        if frame > 0 && frame < drawn.len() {
            frames[frame - 1] += cost;
        }
    }
    frames
}

/// When something happened, in milliseconds.
fn at(event: &Value) -> Option<f64> {
    event["ts"].as_f64().map(|microseconds| microseconds / 1000.0)
}

/// The value below which so much of them lies.
pub fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1);
    sorted.get((part * last as f64).round() as usize).copied().unwrap_or(0.0)
}
