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
