// @ts-check
// Sounds, made on the spot: dice on the table, boots, a battery, and the call when it is one's turn. Silent until somebody wants them.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** How loud everything together is. */
const VOLUME = 0.5;

/** The place where sounds are made, once there is a first one. */
function studio() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  return context;
}

/**
 * Half a second of noise, from which everything that knocks, treads and rumbles is cut.
 * @param {AudioContext} audio
 */
function hiss(audio) {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let at = 0; at < data.length; at += 1) data[at] = Math.random() * 2 - 1;
  return noise;
}

/**
 * A burst of noise through a filter, loud at once and gone soon.
 * @param {{ at: number, kind: BiquadFilterType, pitch: number, last: number, loud: number }} burst
 */
function knock({ at, kind, pitch, last, loud }) {
  const audio = studio();
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  const begin = audio.currentTime + at;
  source.buffer = hiss(audio);
  source.loop = true;
  filter.type = kind;
  filter.frequency.value = pitch;
  filter.Q.value = kind === "bandpass" ? 6 : 0.7;
  gain.gain.setValueAtTime(loud * VOLUME, begin);
  gain.gain.exponentialRampToValueAtTime(0.0008, begin + last);
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(begin, Math.random() * 0.3);
  source.stop(begin + last);
}

/**
 * A tone that swells and dies away.
 * @param {{ at: number, pitch: number, last: number, loud: number, shape?: OscillatorType }} tone
 */
function ring({ at, pitch, last, loud, shape = "triangle" }) {
  const audio = studio();
  const source = audio.createOscillator();
  const gain = audio.createGain();
  const begin = audio.currentTime + at;
  source.type = shape;
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0.0008, begin);
  gain.gain.exponentialRampToValueAtTime(loud * VOLUME, begin + 0.03);
  gain.gain.exponentialRampToValueAtTime(0.0008, begin + last);
  source.connect(gain).connect(audio.destination);
  source.start(begin);
  source.stop(begin + last);
}

/** @type {{ [name: string]: () => void }} */
const SOUNDS = {
  // A die that rolls out: knocks on wood, closer together and softer.
  dice: () => {
    for (const [knocks, at] of [0, 0.09, 0.16, 0.21, 0.25].entries())
      knock({ at, kind: "bandpass", pitch: 1500 + knocks * 180, last: 0.05, loud: 0.7 - knocks * 0.11 });
  },
  // Four steps on a road.
  march: () => {
    for (const step of [0, 1, 2, 3]) knock({ at: step * 0.17, kind: "lowpass", pitch: step % 2 ? 240 : 300, last: 0.09, loud: 0.3 });
  },
  // Guns, some way off.
  guns: () => {
    knock({ at: 0, kind: "lowpass", pitch: 110, last: 0.9, loud: 0.9 });
    knock({ at: 0, kind: "bandpass", pitch: 500, last: 0.12, loud: 0.35 });
    knock({ at: 0.22, kind: "lowpass", pitch: 85, last: 0.8, loud: 0.4 });
  },
  // Two notes of a bugle.
  call: () => {
    ring({ at: 0, pitch: 392, last: 0.28, loud: 0.22 });
    ring({ at: 0.2, pitch: 523.25, last: 0.6, loud: 0.25 });
  },
};

/** What was played when, so that a column on the march is not a drum roll. @type {Map<string, number>} */
const played = new Map();
const PAUSE = 600;

/**
 * Plays a sound, if that is wanted: `dice`, `march`, `guns` or `call`.
 * @param {keyof typeof SOUNDS} name
 */
export function play(name) {
  if (!settings.sound || !("AudioContext" in globalThis)) return;
  const now = performance.now();
  if (now - (played.get(String(name)) ?? -Infinity) < PAUSE) return;
  played.set(String(name), now);
  try {
    SOUNDS[name]();
  } catch {
    /* a machine without a loudspeaker */
  }
  document.documentElement.dataset.sounded = String(name);
}
