import type { Mood } from '../../storyboard.ts';
import type { Instrument } from './instruments.ts';
import * as play from './instruments.ts';

const major = [0, 2, 4, 5, 7, 9, 11];
const minor = [0, 2, 3, 5, 7, 8, 10];
const dorian = [0, 2, 3, 5, 7, 9, 10];
const lydian = [0, 2, 4, 6, 7, 9, 11];
const phrygian = [0, 1, 3, 5, 7, 8, 10];

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
  readonly bpm: readonly [number, number];
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

export const musicStyles: Record<Mood, MusicStyle> = {
  curious: {
    name: 'plucked minor over soft drums',
    bpm: [98, 106],
    tonic: 57,
    scale: dorian,
    chords: [
      [0, 5, 2, 6],
      [0, 3, 5, 6],
    ],
    bed: { instrument: play.pad, gain: 0.15 },
    lines: [
      {
        instrument: play.pluck,
        steps: [0, 1, 2, 3, 4, 5, 6, 7],
        chordNotes: [0, 2, 1, 3, 2, 1, 3, 2],
        octave: 1,
        gain: 0.17,
        rest: 0.16,
        wide: 0.5,
      },
      {
        instrument: play.bell,
        steps: [5, 6],
        chordNotes: [2, 1],
        octave: 2,
        gain: 0.05,
        rest: 0.3,
        wide: 0.3,
      },
    ],
    bass: { instrument: play.bass, steps: [0, 3, 5], gain: 0.15 },
    hits: [
      { instrument: play.kick, steps: [0, 4], gain: 0.4, pan: 0 },
      { instrument: play.clap, steps: [2, 6], gain: 0.14, pan: -0.1 },
      { instrument: play.hat, steps: [0, 1, 2, 3, 4, 5, 6, 7], gain: 0.05, pan: 0.25 },
    ],
    swing: 0.05,
  },
  calm: {
    name: 'a slow felt piano over a glass pad',
    bpm: [68, 76],
    tonic: 53,
    scale: lydian,
    chords: [
      [0, 4, 5, 1],
      [0, 1, 4, 3],
    ],
    bed: { instrument: play.glassPad, gain: 0.13 },
    lines: [
      {
        instrument: play.piano,
        steps: [0, 2, 3, 5, 6],
        chordNotes: [0, 2, 3, 1, 2],
        octave: 1,
        gain: 0.2,
        rest: 0.12,
        wide: 0.35,
      },
      { instrument: play.bell, steps: [7], chordNotes: [3], octave: 2, gain: 0.03, rest: 0.45, wide: 0.6 },
    ],
    bass: { instrument: play.bass, steps: [0], gain: 0.11 },
    hits: [{ instrument: play.shaker, steps: [2, 6], gain: 0.03, pan: 0.4 }],
    swing: 0,
  },
  epic: {
    name: 'strings and great drums in minor',
    bpm: [84, 92],
    tonic: 50,
    scale: minor,
    chords: [
      [0, 5, 2, 6],
      [0, 3, 5, 4],
    ],
    bed: { instrument: play.strings, gain: 0.2 },
    lines: [
      {
        instrument: play.strings,
        steps: [0, 1, 2, 3, 4, 5, 6, 7],
        chordNotes: [0, 2, 0, 1, 0, 2, 0, 1],
        octave: 1,
        gain: 0.085,
        rest: 0.04,
        wide: 0.6,
      },
      {
        instrument: play.brass,
        steps: [0, 4],
        chordNotes: [0, 2],
        octave: 0,
        gain: 0.14,
        rest: 0.1,
        wide: 0.2,
      },
    ],
    bass: { instrument: play.synthBass, steps: [0, 2, 4, 6], gain: 0.13 },
    hits: [
      { instrument: play.taiko, steps: [0, 3, 4], gain: 0.42, pan: -0.15 },
      { instrument: play.taiko, steps: [6, 7, 7.5], gain: 0.26, pan: 0.3 },
    ],
    swing: 0,
  },
  playful: {
    name: 'marimba and claps in major',
    bpm: [116, 124],
    tonic: 60,
    scale: major,
    chords: [
      [0, 3, 4, 3],
      [0, 5, 3, 4],
    ],
    bed: { instrument: play.pad, gain: 0.07 },
    lines: [
      {
        instrument: play.marimba,
        steps: [0, 1, 3, 4, 6, 7],
        chordNotes: [0, 2, 3, 1, 2, 3],
        octave: 1,
        gain: 0.26,
        rest: 0.1,
        wide: 0.45,
      },
      {
        instrument: play.pluck,
        steps: [2, 5],
        chordNotes: [1, 3],
        octave: 2,
        gain: 0.12,
        rest: 0.2,
        wide: -0.5,
      },
    ],
    bass: { instrument: play.bass, steps: [0, 3, 4, 6], gain: 0.14 },
    hits: [
      { instrument: play.kick, steps: [0, 3, 4], gain: 0.36, pan: 0 },
      { instrument: play.clap, steps: [2, 6], gain: 0.16, pan: 0.1 },
      { instrument: play.shaker, steps: [0, 1, 2, 3, 4, 5, 6, 7], gain: 0.06, pan: -0.35 },
    ],
    swing: 0.18,
  },
  serious: {
    name: 'a pulse of keys and a clock',
    bpm: [88, 94],
    tonic: 52,
    scale: minor,
    chords: [
      [0, 0, 5, 3],
      [0, 2, 5, 4],
    ],
    bed: { instrument: play.pad, gain: 0.16 },
    lines: [
      {
        instrument: play.keys,
        steps: [0, 3, 6],
        chordNotes: [1, 2, 3],
        octave: 1,
        gain: 0.2,
        rest: 0.08,
        wide: 0.3,
      },
      { instrument: play.piano, steps: [4], chordNotes: [0], octave: 0, gain: 0.14, rest: 0.3, wide: -0.3 },
    ],
    bass: { instrument: play.bass, steps: [0, 4], gain: 0.15 },
    hits: [
      { instrument: play.tick, steps: [0, 1, 2, 3, 4, 5, 6, 7], gain: 0.045, pan: 0.3, pitch: 98 },
      { instrument: play.kick, steps: [0, 4], gain: 0.28, pan: 0 },
      { instrument: play.brush, steps: [2, 6], gain: 0.05, pan: -0.2 },
    ],
    swing: 0,
  },
  urgent: {
    name: 'a driving bass line in a dark mode',
    bpm: [126, 134],
    tonic: 52,
    scale: phrygian,
    chords: [
      [0, 0, 1, 0],
      [0, 5, 6, 1],
    ],
    bed: { instrument: play.strings, gain: 0.1 },
    lines: [
      {
        instrument: play.pluck,
        steps: [0, 1, 2, 3, 4, 5, 6, 7],
        chordNotes: [0, 0, 2, 0, 1, 0, 3, 2],
        octave: 1,
        gain: 0.12,
        rest: 0.06,
        wide: 0.5,
      },
    ],
    bass: { instrument: play.synthBass, steps: [0, 1, 2, 3, 4, 5, 6, 7], gain: 0.17 },
    hits: [
      { instrument: play.kick, steps: [0, 2, 4, 6], gain: 0.42, pan: 0 },
      { instrument: play.clap, steps: [2, 6], gain: 0.12, pan: 0 },
      { instrument: play.hat, steps: [1, 3, 5, 7], gain: 0.08, pan: 0.25 },
      { instrument: play.tick, steps: [0.5, 2.5, 4.5, 6.5], gain: 0.04, pan: -0.4, pitch: 103 },
    ],
    swing: 0,
  },
  warm: {
    name: 'electric piano with brushes in major',
    bpm: [82, 90],
    tonic: 55,
    scale: major,
    chords: [
      [0, 5, 1, 4],
      [3, 4, 2, 5],
    ],
    bed: { instrument: play.pad, gain: 0.09 },
    lines: [
      {
        instrument: play.keys,
        steps: [0, 2, 3, 5, 6],
        chordNotes: [0, 2, 3, 1, 3],
        octave: 1,
        gain: 0.2,
        rest: 0.14,
        wide: 0.35,
      },
      {
        instrument: play.marimba,
        steps: [4, 7],
        chordNotes: [2, 3],
        octave: 2,
        gain: 0.07,
        rest: 0.4,
        wide: -0.5,
      },
    ],
    bass: { instrument: play.bass, steps: [0, 3, 6], gain: 0.13 },
    hits: [
      { instrument: play.kick, steps: [0, 5], gain: 0.28, pan: 0 },
      { instrument: play.brush, steps: [2, 6], gain: 0.085, pan: 0.1 },
      { instrument: play.shaker, steps: [1, 3, 5, 7], gain: 0.045, pan: -0.3 },
    ],
    swing: 0.22,
  },
};
