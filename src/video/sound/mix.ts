import type { Sound } from '../encoder/encoder.ts';
import type { Narration } from '../narration.ts';
import { applyFilter, type Biquad, highPass, highShelf } from './filters.ts';

export const soundRate = 48_000;
/** The loudness players normalise to: anything louder would only be turned down. */
const target_lufs = -14;
/** Two below the finished file's -1 dBTP: AAC adds up to 1.3 dB to peaks. */
const ceiling_db = -3;

const decibelsToGain = (db: number): number => 10 ** (db / 20);

export interface Stems {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/**
 * Mixes voice, music and effects, with the music ducked under the voice, to the same loudness for every
 * video.
 */
export function mix(narration: Narration, music: Stems, effects: Stems, samples: number): Sound {
  const voice = placeNarration(narration, samples);
  const duckGain = duckUnder(voice);
  const left = new Float32Array(samples);
  const right = new Float32Array(samples);
  for (let i = 0; i < samples; i++) {
    const voiceSample = voice[i] ?? 0;
    const musicGain = (duckGain[i] ?? 1) * decibelsToGain(-9.5);
    left[i] = voiceSample + (music.left[i] ?? 0) * musicGain + (effects.left[i] ?? 0) * 0.5;
    right[i] = voiceSample + (music.right[i] ?? 0) * musicGain + (effects.right[i] ?? 0) * 0.5;
  }
  normalizeLoudness(left, right);
  return { rate: soundRate, left, right };
}

/** Limiting reduces the loudness slightly, so it is measured again afterwards. */
function normalizeLoudness(left: Float32Array, right: Float32Array): void {
  for (let round = 0; round < 3; round++) {
    const currentLoudness = loudness(left, right, soundRate);
    if (!Number.isFinite(currentLoudness)) return;
    const gain = decibelsToGain(target_lufs - currentLoudness);
    amplify(left, gain);
    amplify(right, gain);
    limit(left, right, soundRate, decibelsToGain(ceiling_db));
    if (Math.abs(loudness(left, right, soundRate) - target_lufs) < 0.1) return;
  }
}

/** Resamples the voice to the video's rate, removes rumble, raises the treble slightly, compresses and normalises. */
function placeNarration({ samples, sampleRate }: Narration, length: number): Float32Array {
  let voice = resample(samples, sampleRate, soundRate);
  voice = applyFilter(applyFilter(voice, highPass(soundRate, 75)), highShelf(soundRate, 6500, 1.5));
  const loud = loudness(voice, voice, soundRate);
  if (Number.isFinite(loud)) amplify(voice, decibelsToGain(-17 - loud));
  compress(voice);
  const out = new Float32Array(length);
  out.set(voice.subarray(0, length));
  return out;
}

/**
 * Attenuates levels above the threshold, so that quiet syllables are audible over the music and loud ones do
 * not stand out.
 */
function compress(signal: Float32Array): void {
  const [threshold, ratio] = [decibelsToGain(-20), 2.4];
  const [attack, release] = [follow(0.006), follow(0.09)];
  let level = 0;
  for (let i = 0; i < signal.length; i++) {
    const sample = signal[i] ?? 0;
    const amplitude = Math.abs(sample);
    level += (amplitude - level) * (amplitude > level ? attack : release);
    const compressed =
      level > threshold ? Math.fround(sample * (level / threshold) ** (1 / ratio - 1)) : sample;
    signal[i] = compressed * 1.3;
  }
}

function amplify(signal: Float32Array, gain: number): void {
  for (let i = 0; i < signal.length; i++) signal[i] = (signal[i] ?? 0) * gain;
}

/** Gain of the music at each moment: it ducks quickly, and recovers when the voice pauses. */
function duckUnder(voice: Float32Array): Float32Array {
  const out = new Float32Array(voice.length);
  const [attack, release] = [follow(0.02), follow(0.4)];
  let [level, gain] = [0, 1];
  for (let i = 0; i < voice.length; i++) {
    const amplitude = Math.abs(voice[i] ?? 0);
    level += (amplitude - level) * (amplitude > level ? follow5 : follow60);
    const targetGain = level < 0.012 ? 1 : Math.max(decibelsToGain(-11), (level / 0.012) ** -0.62);
    gain += (targetGain - gain) * (targetGain < gain ? attack : release);
    out[i] = gain;
  }
  return out;
}

/** Smoothing coefficient per sample for a time constant. */
const follow = (seconds: number): number => 1 - Math.exp(-1 / (seconds * soundRate));
const [follow5, follow60] = [follow(0.005), follow(0.06)];

/** Peaks occur between samples too: the signal is oversampled four times by a short polyphase filter. */
const taps = 12;
const phases = [1, 2, 3].map((p) =>
  Float64Array.from({ length: taps }, (_, k) => {
    const x = k - taps / 2 + 1 - p / 4;
    const sinc = Math.sin(Math.PI * x) / (Math.PI * x);
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / (taps / 2 + 0.5)));
  }),
);

/** The highest level of the signal around each sample. */
function peaks(signal: Float32Array): Float32Array {
  const out = new Float32Array(signal.length);
  for (let i = 0; i < signal.length; i++) {
    let highest = Math.abs(signal[i] ?? 0);
    // No loud peak can be between two quiet samples.
    if (highest > 0.2 || Math.abs(signal[i + 1] ?? 0) > 0.2) {
      for (const phase of phases) {
        let sum = 0;
        for (let k = 0; k < taps; k++) sum += (signal[i + k - taps / 2 + 1] ?? 0) * (phase[k] ?? 0);
        highest = Math.max(highest, Math.abs(sum));
      }
    }
    out[i] = highest;
  }
  return out;
}

const ahead_s = 0.004;
const release_s = 0.09;

/**
 * Limits both channels to a ceiling, in place: it anticipates peaks and releases slowly, so that it is
 * inaudible.
 */
export function limit(left: Float32Array, right: Float32Array, rate: number, ceiling: number): void {
  const [l, r] = [peaks(left), peaks(right)];
  const n = left.length;
  const ahead = Math.round(ahead_s * rate);
  const gain = new Float32Array(n).fill(1);
  for (let i = 0; i < n; i++) {
    const peak = Math.max(l[i] ?? 0, r[i] ?? 0);
    if (peak > ceiling) gain[i] = ceiling / peak;
  }
  // Backward: attenuates ahead of the peak. Forward: releases after it.
  const attackStep = 1 / ahead;
  let following = gain[n - 1] ?? 1;
  for (let i = n - 2; i >= 0; i--) {
    following = Math.fround(Math.min(gain[i] ?? 1, following + attackStep * (1 - following + 0.02)));
    gain[i] = following;
  }
  const up = 1 - Math.exp(-1 / (release_s * rate));
  let smoothedGain = 1;
  for (let i = 0; i < n; i++) {
    smoothedGain = Math.min(gain[i] ?? 1, smoothedGain + (1 - smoothedGain) * up);
    left[i] = (left[i] ?? 0) * smoothedGain;
    right[i] = (right[i] ?? 0) * smoothedGain;
  }
}

/** The highest level on and between samples, in dBTP. */
export function truePeakDb(left: Float32Array, right: Float32Array): number {
  let highest = 0;
  for (const channel of [peaks(left), peaks(right)])
    for (const peak of channel) highest = Math.max(highest, peak);
  return 20 * Math.log10(Math.max(highest, 1e-9));
}

/** Integrated loudness of two channels in LUFS: ITU-R BS.1770, with both its gates. */
export function loudness(left: Float32Array, right: Float32Array, rate: number): number {
  const weigh = (signal: Float32Array) => applyFilter(applyFilter(signal, headShelf(rate)), lowCut(rate));
  const [l, r] = [weigh(left), weigh(right)];
  const hop = Math.round(rate / 10);
  const steps: number[] = [];
  for (let at = 0; at + hop <= l.length; at += hop) {
    let sum = 0;
    for (let i = at; i < at + hop; i++) sum += l[i]! ** 2 + r[i]! ** 2;
    steps.push(sum / hop);
  }
  const mean = (powers: readonly number[]) => powers.reduce((sum, p) => sum + p, 0) / powers.length;
  const blocks = steps.slice(3).map((_, i) => mean(steps.slice(i, i + 4)));
  const lufs = (power: number) => -0.691 + 10 * Math.log10(power);
  const audible = blocks.filter((power) => lufs(power) > -70);
  if (audible.length === 0) return Number.NEGATIVE_INFINITY;
  const gate = lufs(mean(audible)) - 10;
  return lufs(mean(audible.filter((power) => lufs(power) > gate)));
}

/** The standard's first filter, which models the head, for any rate. */
function headShelf(rate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / rate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const n = 1 + k / q + k * k;
  return {
    b: [(high + (band * k) / q + k * k) / n, (2 * (k * k - high)) / n, (high - (band * k) / q + k * k) / n],
    a: [(2 * (k * k - 1)) / n, (1 - k / q + k * k) / n],
  };
}

/** The standard's second filter, which removes barely audible low frequencies. */
function lowCut(rate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / rate);
  const q = 0.5003270373238773;
  const n = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / n, (1 - k / q + k * k) / n] };
}

const half = 24;

/** Resamples a signal by a windowed sinc: no aliasing, and no audible loss for a voice. */
export function resample(signal: Float32Array, from: number, to: number): Float32Array<ArrayBuffer> {
  if (from === to) return Float32Array.from(signal);
  const ratio = from / to;
  const cutoff = Math.min(1, to / from) * 0.97;
  const out = new Float32Array(Math.round(signal.length / ratio));
  // Voices have 24 kHz, videos 48: there are few phases, each computed once.
  const phases = new Map<number, Float64Array>();
  for (let i = 0; i < out.length; i++) {
    const at = i * ratio;
    const whole = Math.floor(at);
    const phase = Math.round((at - whole) * 4096) / 4096;
    let taps = phases.get(phase);
    if (!taps) {
      taps = tapsFor(phase, cutoff);
      phases.set(phase, taps);
    }
    let sum = 0;
    for (let k = -half + 1; k <= half; k++) {
      const sample = signal[whole + k];
      if (sample !== undefined) sum += sample * (taps[k + half - 1] ?? 0);
    }
    out[i] = sum;
  }
  return out;
}

function tapsFor(phase: number, cutoff: number): Float64Array {
  const taps = new Float64Array(2 * half);
  for (let k = -half + 1; k <= half; k++) {
    const x = k - phase;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x * cutoff) / (Math.PI * x * cutoff);
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / (half + 1));
    taps[k + half - 1] = cutoff * sinc * window;
  }
  return taps;
}
