import { Loudness, type SpokenSentence } from './spoken-sentence.ts';

/** A valid sentence peaks below 1; a failing model returns NaN, or values far outside. */
const maxSample = 2;
/** Root mean square. A valid sentence has about 0.07. */
const minLevel = 0.003;
/** Minimum non-silent share of the time in which words are spoken. A valid sentence has over 0.8. */
const minHeard = 0.5;

/** The model's output was not speech, twice in a row. */
export class BadSound extends Error {
  constructor(fault: string) {
    super(`the voice model returned ${fault}`);
    this.name = 'BadSound';
  }
}

/** What is wrong with the model's output for a sentence; undefined if it is valid. */
export function soundFault({ samples, sampleRate, words }: SpokenSentence): string | undefined {
  if (samples.length === 0) return 'no samples';
  let sum = 0;
  for (const sample of samples) {
    if (!Number.isFinite(sample)) return 'samples that are not numbers';
    if (Math.abs(sample) > maxSample) return `a sample of ${sample.toPrecision(2)}`;
    sum += sample * sample;
  }
  if (Math.sqrt(sum / samples.length) < minLevel) return 'silence';
  const loudness = new Loudness(samples, sampleRate);
  let [heard, speechMs] = [0, 0];
  for (const time of words) {
    if (!time) continue;
    if (!(time.start >= 0 && time.end >= time.start)) return 'words without times';
    heard += loudness.share(time.start, time.end) * (time.end - time.start);
    speechMs += time.end - time.start;
  }
  return heard < speechMs * minHeard ? 'silence where words are' : undefined;
}
