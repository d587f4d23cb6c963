import type { RandomSource } from '../../seeded-random.ts';

/** Where notes are written: the two channels, and the send to the reverb. */
export interface Tape {
  readonly rate: number;
  readonly left: Float32Array;
  readonly right: Float32Array;
  readonly sendLeft: Float32Array;
  readonly sendRight: Float32Array;
  /** Gain of everything else, ducked by the kick. */
  readonly pump: Float32Array;
  readonly random: RandomSource;
}

export interface MusicNote {
  /** A MIDI note number. */
  readonly pitch: number;
  readonly at: number;
  readonly for: number;
  readonly gain: number;
  /** -1 is left, 1 is right. */
  readonly pan: number;
}

export type Instrument = (tape: Tape, note: MusicNote) => void;

const hz = (pitch: number): number => 440 * 2 ** ((pitch - 69) / 12);
const tau = Math.PI * 2;

/** Adds a sound sample by sample; `wet` is the share sent to the reverb. */
function play(
  tape: Tape,
  { at, gain, pan }: MusicNote,
  seconds: number,
  wet: number,
  sample: (t: number) => number,
): void {
  const { rate, left, right, sendLeft, sendRight } = tape;
  const start = Math.max(0, Math.round(at * rate));
  const count = Math.min(left.length - start, Math.round(seconds * rate));
  const [l, r] = [gain * Math.cos(((pan + 1) * Math.PI) / 4), gain * Math.sin(((pan + 1) * Math.PI) / 4)];
  for (let i = 0; i < count; i++) {
    const value = sample(i / rate);
    const o = start + i;
    left[o] = (left[o] ?? 0) + value * l;
    right[o] = (right[o] ?? 0) + value * r;
    sendLeft[o] = (sendLeft[o] ?? 0) + value * l * wet;
    sendRight[o] = (sendRight[o] ?? 0) + value * r * wet;
  }
}

/** A band-limited sawtooth (PolyBLEP). */
function saw(phase: number, step: number): number {
  let value = 2 * phase - 1;
  if (phase < step) {
    const q = phase / step;
    value -= q + q - q * q - 1;
  } else if (phase > 1 - step) {
    const q = (phase - 1) / step;
    value -= q * q + q + q + 1;
  }
  return value;
}

/** Three detuned saws, through a filter that opens and closes slowly. */
function createSwellingPad(brightness: number, attack: number, vibrato: number): Instrument {
  return (tape, note) => {
    const { rate, random } = tape;
    const base = hz(note.pitch) / rate;
    const voices = [1, 1.0042, 0.9961].map((apart) => ({ apart, phase: random() }));
    const release = 0.9;
    const shift = random() * tau;
    let [low1, low2] = [0, 0];
    play(tape, note, note.for + release, 0.4, (t) => {
      const env = Math.min(1, t / attack) * Math.min(1, Math.max(0, (note.for + release - t) / release));
      const bend = 1 + vibrato * Math.sin(t * 32 + shift) * Math.min(1, t / 0.8);
      let value = 0;
      for (const voice of voices) {
        const step = base * voice.apart * bend;
        voice.phase += step;
        if (voice.phase >= 1) voice.phase -= 1;
        value += saw(voice.phase, step);
      }
      const cut = ((260 + brightness * (0.65 + 0.35 * Math.sin(t * 0.6 + shift))) / rate) * tau;
      const a = cut / (1 + cut);
      low1 += a * (value - low1);
      low2 += a * (low1 - low2);
      return low2 * env * 0.3;
    });
  };
}

export const pad = createSwellingPad(620, 0.7, 0);
export const glassPad = createSwellingPad(1500, 0.9, 0);
export const strings = createSwellingPad(1250, 0.45, 0.0032);
export const brass = createSwellingPad(1900, 0.12, 0.001);

/** A plucked string (Karplus-Strong). */
export const pluck: Instrument = (tape, note) => {
  const { rate, random } = tape;
  const length = Math.max(2, Math.round(rate / hz(note.pitch)));
  const string = new Float32Array(length);
  let soft = 0;
  for (let i = 0; i < length; i++) {
    soft += 0.55 * (random() * 2 - 1 - soft);
    string[i] = soft;
  }
  let at = 0;
  play(tape, note, 1.5, 0.42, (t) => {
    const next = (at + 1) % length;
    const value = string[at] ?? 0;
    string[at] = (value + (string[next] ?? 0)) * 0.49835;
    at = next;
    return value * Math.min(1, t / 0.002) * Math.exp(-t * 1.5);
  });
};

/** A wooden bar. */
export const marimba: Instrument = (tape, note) => {
  const f = hz(note.pitch) * tau;
  play(tape, note, 0.8, 0.35, (t) => {
    const strike = Math.min(1, t / 0.002);
    return (
      strike * (Math.sin(f * t) * Math.exp(-t * 6.5) + 0.32 * Math.sin(f * 3.93 * t) * Math.exp(-t * 22))
    );
  });
};

export const bell: Instrument = (tape, note) => {
  const f = hz(note.pitch) * tau;
  play(tape, note, 2.2, 0.6, (t) => {
    const colour = 1.5 * Math.exp(-t * 5) * Math.sin(f * 3.5 * t);
    return Math.sin(f * t + colour) * Math.exp(-t * 2.5) * Math.min(1, t / 0.003) * 0.6;
  });
};

/** An electric piano: two tines, one sustained, one percussive. */
export const keys: Instrument = (tape, note) => {
  const f = hz(note.pitch) * tau;
  const long = Math.min(2.4, note.for + 0.5);
  play(tape, note, long, 0.3, (t) => {
    const fade = Math.min(1, Math.max(0, (long - t) / 0.25)) * Math.min(1, t / 0.004);
    const knock = 0.85 * Math.exp(-t * 9) * Math.sin(f * 14 * t) * 0.25;
    const body = Math.sin(f * t + (0.9 * Math.exp(-t * 2.2) + 0.12) * Math.sin(f * t) + knock);
    return body * Math.exp(-t * 1.4) * fade * 0.55 * (1 + 0.12 * Math.sin(t * 33));
  });
};

/** A felt piano: few partials, a soft hammer. */
export const piano: Instrument = (tape, note) => {
  const f = hz(note.pitch) * tau;
  const partials = [1, 0.42, 0.2, 0.09, 0.05];
  const long = Math.min(3, note.for + 1.1);
  play(tape, note, long, 0.4, (t) => {
    let [value, n] = [0, 0];
    for (const level of partials) {
      const decay = 1.1 + 0.9 * n;
      n++;
      value += level * Math.sin(f * n * (1 + 0.0004 * n * n) * t) * Math.exp(-t * decay);
    }
    return value * Math.min(1, t / 0.006) * Math.min(1, Math.max(0, (long - t) / 0.4)) * 0.5;
  });
};

export const bass: Instrument = (tape, note) => {
  const f = hz(note.pitch) * tau;
  play(tape, note, note.for, 0.02, (t) => {
    const env = Math.min(1, t / 0.012) * Math.min(1, Math.max(0, (note.for - t) / 0.06));
    const value = Math.sin(f * t) + 0.28 * Math.sin(2 * f * t);
    return Math.tanh(1.6 * value) * env * (0.75 + 0.25 * Math.exp(-t * 5));
  });
};

/** A saw with a quickly closing filter, for driving lines. */
export const synthBass: Instrument = (tape, note) => {
  const step = hz(note.pitch) / tape.rate;
  let [phase, low1, low2] = [0, 0, 0];
  play(tape, note, note.for, 0.04, (t) => {
    phase += step;
    if (phase >= 1) phase -= 1;
    const cut = ((140 + 1500 * Math.exp(-t * 14)) / tape.rate) * tau;
    const a = cut / (1 + cut);
    low1 += a * (saw(phase, step) - low1);
    low2 += a * (low1 - low2);
    return low2 * Math.min(1, t / 0.004) * Math.min(1, Math.max(0, (note.for - t) / 0.03)) * 1.1;
  });
};

export const kick: Instrument = (tape, note) => {
  let phase = 0;
  play(tape, note, 0.4, 0.02, (t) => {
    phase += (46 + 120 * Math.exp(-t * 34)) / tape.rate;
    return Math.sin(tau * phase) * Math.exp(-t * 9);
  });
  const start = Math.round(note.at * tape.rate);
  const count = Math.min(Math.round(0.32 * tape.rate), tape.pump.length - start);
  for (let i = Math.max(0, -start); i < count; i++) {
    const under = 1 - 0.45 * Math.exp((-i / tape.rate) * 9);
    if (under < (tape.pump[start + i] ?? 0)) tape.pump[start + i] = under;
  }
};

/** A large drum in a hall. */
export const taiko: Instrument = (tape, note) => {
  let [phase, low] = [0, 0];
  play(tape, note, 1.1, 0.75, (t) => {
    phase += (52 + 46 * Math.exp(-t * 18)) / tape.rate;
    low += 0.12 * (tape.random() * 2 - 1 - low);
    return Math.sin(tau * phase) * Math.exp(-t * 4.5) + low * 2.2 * Math.exp(-t * 40);
  });
};

/** High-passed noise of a given length. */
function noise(seconds: number, decay: number, wet: number, bright: number): Instrument {
  return (tape, note) => {
    let [held, before] = [0, 0];
    play(tape, note, seconds, wet, (t) => {
      const white = tape.random() * 2 - 1;
      held = bright * (held + white - before);
      before = white;
      return held * Math.exp(-t * decay) * Math.min(1, t / 0.001);
    });
  };
}

export const hat = noise(0.07, 70, 0.06, 0.86);
export const shaker = noise(0.1, 34, 0.1, 0.7);
export const brush = noise(0.22, 19, 0.3, 0.45);

export const clap: Instrument = (tape, note) => {
  let [b1, b2] = [0, 0];
  play(tape, note, 0.26, 0.4, (t) => {
    const burst = t < 0.03 ? (Math.floor(t * 100) % 2 === 1 ? 0.4 : 1) : 1;
    b1 += 0.38 * ((tape.random() * 2 - 1) * burst - b1 - b2 * 0.4);
    b2 += 0.38 * b1;
    return b1 * Math.exp(-t * 17);
  });
};

/** A clock's tick. */
export const tick: Instrument = (tape, note) => {
  const f = hz(note.pitch) * tau;
  play(tape, note, 0.06, 0.25, (t) => Math.sin(f * t) * Math.exp(-t * 110) * 0.8);
};
