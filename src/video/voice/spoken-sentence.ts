/**
 * When a displayed word is spoken, in seconds from the sentence's first sample; undefined if it has no sound.
 */
export type WordTime = { readonly start: number; readonly end: number } | undefined;

/** One sentence, spoken. */
export interface SpokenSentence {
  readonly sampleRate: number;
  readonly samples: Float32Array;
  readonly words: readonly WordTime[];
}

const frameS = 0.01;
/** Relative to the loudest frame: anything below is silence, breath or reverb. */
const silence = 0.02;

/** Loudness in steps of ten milliseconds, to distinguish speech from silence. */
export class Loudness {
  readonly #frames: Float32Array;
  readonly #floor: number;

  constructor(samples: Float32Array, sampleRate: number) {
    const size = Math.round(sampleRate * frameS);
    this.#frames = new Float32Array(Math.ceil(samples.length / size));
    for (let frame = 0; frame < this.#frames.length; frame++) {
      const part = samples.subarray(frame * size, (frame + 1) * size);
      let sum = 0;
      for (const sample of part) sum += sample * sample;
      this.#frames[frame] = Math.sqrt(sum / part.length);
    }
    this.#floor = this.#frames.reduce((most, frame) => Math.max(most, frame), 0) * silence;
  }

  /** The last non-silent moment in a range; `from` if all of it is silent. */
  lastHeard(from: number, to: number): number {
    for (
      let frame = Math.min(Math.ceil(to / frameS), this.#frames.length) - 1;
      frame * frameS >= from;
      frame--
    ) {
      if (this.#frames[frame]! > this.#floor) return (frame + 1) * frameS;
    }
    return from;
  }

  /** Non-silent share of a range, from 0 to 1. */
  share(from: number, to: number): number {
    const frames = this.#frames.subarray(Math.floor(from / frameS), Math.ceil(to / frameS));
    return frames.length === 0 ? 0 : frames.filter((frame) => frame > this.#floor).length / frames.length;
  }

  firstHeard(): number {
    const frame = this.#frames.findIndex((each) => each > this.#floor);
    return frame === -1 ? 0 : frame * frameS;
  }

  get duration(): number {
    return this.#frames.length * frameS;
  }
}

const margin = 0.04;

/** The sentence without silence at its ends: pauses are added when sentences are joined. */
export function trimSilence({ sampleRate, samples, words }: SpokenSentence): SpokenSentence {
  const loudness = new Loudness(samples, sampleRate);
  const from = Math.max(0, loudness.firstHeard() - margin);
  const to = Math.min(samples.length / sampleRate, loudness.lastHeard(from, loudness.duration) + margin);
  const toTrimmed = (time: number) => Math.min(Math.max(0, time - from), to - from);
  return {
    sampleRate,
    samples: samples.slice(Math.floor(from * sampleRate), Math.ceil(to * sampleRate)),
    words: words.map((word) => word && { start: toTrimmed(word.start), end: toTrimmed(word.end) }),
  };
}
