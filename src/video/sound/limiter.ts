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
