import { circularItem } from '../../../platform/circular-item.ts';
import { pickRandom, seededRandom } from '../../seeded-random.ts';
import type { Mood } from '../../storyboard.ts';
import type { Tape } from './instruments.ts';
import { musicStyle } from './styles.ts';

export interface Music {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

const fadeIn_s = 0.25;
const fadeOut_s = 1.4;
/** Peak level before mixing. */
const peak = 0.89;

/**
 * Generates music for a whole video, note by note, from its mood and seed: no recording is used, so it is
 * free of rights.
 */
export function compose(mood: Mood, seed: number, samples: number, rate: number): Music {
  const style = musicStyle(mood);
  const random = seededRandom(seed);
  const bpm = style.bpm.min + (style.bpm.max - style.bpm.min) * random();
  const tonic = style.tonic + Math.round(random() * 4) - 2;
  const chords = pickRandom(style.chords, random);
  const eighth = 30 / bpm;
  const bar = eighth * 8;
  const seconds = samples / rate;
  const bars = Math.ceil(seconds / bar);
  const track = () => new Float32Array(samples);
  const tape: Tape = {
    rate,
    left: track(),
    right: track(),
    sendLeft: track(),
    sendRight: track(),
    pump: track().fill(1),
    random,
  };
  const pitch = (step: number, octave: number) => {
    const size = style.scale.length;
    return tonic + circularItem(style.scale, step) + 12 * (octave + Math.floor(step / size));
  };
  const timeOfStep = (start: number, step: number) =>
    start + (step + (Math.floor(step) % 2 === 1 ? style.swing : 0)) * eighth;
  for (let b = 0; b < bars; b++) {
    const start = b * bar;
    const [opening, closing] = [b === 0, b > 0 && b === bars - 1];
    const root = circularItem(chords, b);
    // A seventh chord, with its notes kept in the middle of the keyboard.
    const chord = [0, 2, 4, 6].map((third) => root + third);
    chord.forEach((step, i) => {
      const note = { pitch: pitch(step, 0), at: start, for: bar, pan: (i - 1.5) * 0.4 };
      style.bed.instrument(tape, { ...note, gain: style.bed.gain * (i === 3 ? 0.6 : 1) });
    });
    for (const line of style.lines) {
      line.steps.forEach((step, i) => {
        if (random() < line.rest || (closing && step > 3)) return;
        const note = circularItem(chord, circularItem(line.chordNotes, i + (b % 2)));
        line.instrument(tape, {
          pitch: pitch(note, line.octave),
          at: timeOfStep(start, step) + random() * 0.008,
          for: eighth * 1.6,
          gain: line.gain * (step % 2 === 1 ? 0.78 : 1) * (0.9 + 0.2 * random()),
          pan: i % 2 === 0 ? -line.wide : line.wide,
        });
      });
    }
    style.bass.steps.forEach((step, i) => {
      if (opening && i > 0) return;
      const next = style.bass.steps[i + 1] ?? 8;
      const low = pitch(root, -1);
      style.bass.instrument(tape, {
        pitch: low > 46 ? low - 12 : low,
        at: timeOfStep(start, step),
        for: eighth * Math.min(3, next - step) * 0.94,
        gain: style.bass.gain,
        pan: 0,
      });
    });
    // No drums in the first and last bar; the end of every fourth bar is thinned out.
    if (opening || closing) continue;
    for (const { instrument, steps, gain, pan, pitch: tuned = 60 } of style.hits) {
      for (const step of steps) {
        if (b % 4 === 3 && step >= 6 && random() < 0.5) continue;
        instrument(tape, {
          pitch: tuned,
          at: timeOfStep(start, step),
          for: eighth,
          gain: gain * (0.88 + 0.24 * random()),
          pan,
        });
      }
    }
  }
  addRoom(tape, eighth * 1.5);
  finish(tape, seconds);
  return { left: tape.left, right: tape.right };
}

function finish({ left, right, rate }: Tape, seconds: number): void {
  let highest = 1e-9;
  for (let i = 0; i < left.length; i++) {
    const t = i / rate;
    const fade = Math.min(1, t / fadeIn_s) * Math.min(1, Math.max(0, (seconds - t) / fadeOut_s));
    const [l, r] = [Math.tanh((left[i] ?? 0) * 1.3) * fade, Math.tanh((right[i] ?? 0) * 1.3) * fade];
    left[i] = l;
    right[i] = r;
    highest = Math.max(highest, Math.abs(Math.fround(l)), Math.abs(Math.fround(r)));
  }
  for (const channel of [left, right]) {
    for (let i = 0; i < channel.length; i++) channel[i] = ((channel[i] ?? 0) * peak) / highest;
  }
}

/** Adds reverb: an echo that alternates between the sides, and a hall (after Freeverb). */
function addRoom(tape: Tape, echo_s: number): void {
  const { rate, left, right, sendLeft, sendRight, pump } = tape;
  const length = Math.max(1, Math.round(echo_s * rate));
  const [echoLeft, echoRight] = [new Float32Array(length), new Float32Array(length)];
  const [hallLeft, hallRight] = [new Hall(rate, 0), new Hall(rate, 23)];
  let at = 0;
  for (let i = 0; i < left.length; i++) {
    const [l, r] = [echoLeft[at] ?? 0, echoRight[at] ?? 0];
    const [sentLeft, sentRight, ducked] = [sendLeft[i] ?? 0, sendRight[i] ?? 0, pump[i] ?? 1];
    echoLeft[at] = sentLeft * 0.55 + r * 0.36;
    echoRight[at] = sentRight * 0.55 + l * 0.36;
    if (++at >= length) at = 0;
    const into = ((sentLeft + sentRight) * 0.5 + (l + r) * 0.25) * 0.055;
    left[i] = ((left[i] ?? 0) + l * 0.45) * ducked + hallLeft.next(into);
    right[i] = ((right[i] ?? 0) + r * 0.45) * ducked + hallRight.next(into);
  }
}

class Hall {
  readonly #combs: { readonly line: Float32Array; at: number; low: number }[];
  readonly #passes: { readonly line: Float32Array; at: number }[];

  constructor(rate: number, spread: number) {
    const long = (n: number) => new Float32Array(Math.round((n * rate) / 44_100) + spread);
    this.#combs = [1116, 1188, 1277, 1356, 1422, 1491].map((n) => ({ line: long(n), at: 0, low: 0 }));
    this.#passes = [556, 441, 341].map((n) => ({ line: long(n), at: 0 }));
  }

  next(into: number): number {
    let out = 0;
    for (const comb of this.#combs) {
      const value = comb.line[comb.at] ?? 0;
      comb.low = value * 0.72 + comb.low * 0.28;
      comb.line[comb.at] = into + comb.low * 0.83;
      if (++comb.at >= comb.line.length) comb.at = 0;
      out += value;
    }
    for (const pass of this.#passes) {
      const value = pass.line[pass.at] ?? 0;
      const through = value - out;
      pass.line[pass.at] = out + value * 0.5;
      if (++pass.at >= pass.line.length) pass.at = 0;
      out = through;
    }
    return out;
  }
}
