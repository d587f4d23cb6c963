import type { Mood } from '../../storyboard.ts';
import type { Instrument } from './instruments.ts';
import * as instruments from './instruments.ts';
import data from './styles.json' with { type: 'json' };

const scales: Readonly<Record<string, readonly number[]>> = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
};

/** A melodic line: the eighths of a bar on which it plays, and the chord note for each. */
export interface MelodyLine {
  readonly instrument: Instrument;
  readonly steps: readonly number[];
  readonly chordNotes: readonly number[];
  readonly octave: number;
  readonly gain: number;
  /** Probability that a step is skipped. */
  readonly rest: number;
  readonly wide: number;
}

export interface DrumHit {
  readonly instrument: Instrument;
  /** In eighths of a bar; fractions are allowed. */
  readonly steps: readonly number[];
  readonly gain: number;
  readonly pan: number;
  readonly pitch?: number;
}

/** A musical style: tempo, key, chords and instruments. */
export interface MusicStyle {
  readonly name: string;
  readonly bpm: { readonly min: number; readonly max: number };
  /** The tonic as a MIDI number; the seed shifts it by up to two semitones. */
  readonly tonic: number;
  readonly scale: readonly number[];
  /** Roots of the chords as scale degrees; the seed picks one row. */
  readonly chords: readonly (readonly number[])[];
  readonly bed: { readonly instrument: Instrument; readonly gain: number };
  readonly lines: readonly MelodyLine[];
  readonly bass: {
    readonly instrument: Instrument;
    readonly steps: readonly number[];
    readonly gain: number;
  };
  readonly hits: readonly DrumHit[];
  /** Delay of every second eighth, as a share of an eighth. */
  readonly swing: number;
}

const byName: ReadonlyMap<string, Instrument> = new Map(Object.entries(instruments));

/** A part of the file, which names its instrument, with the instrument itself. */
const play = <Part extends { readonly instrument: string }>(part: Part) => {
  const instrument = byName.get(part.instrument);
  if (!instrument) throw new Error(`styles.json: no instrument ${part.instrument}`);
  return { ...part, instrument };
};

/** The style of `styles.json` for a mood. */
export function musicStyle(mood: Mood): MusicStyle {
  const { scale, bed, lines, bass, hits, ...style } = data[mood];
  return {
    ...style,
    scale: scales[scale] ?? [],
    bed: play(bed),
    lines: lines.map(play),
    bass: play(bass),
    hits: hits.map((hit) => play(hit)),
  };
}
