import type { Sound } from '../encoder/encoder.ts';
import type { Narration } from '../narration.ts';
import { applyFilter, highPass, highShelf } from './filters.ts';
import { limit } from './limiter.ts';
import { loudness } from './loudness.ts';
import { resample } from './resample.ts';

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
