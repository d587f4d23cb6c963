/** A word as it is shown, and when it is heard, in seconds from the video's first frame. */
export interface SpokenWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Which beat of the storyboard, and which sentence of the whole narration, it belongs to. */
  readonly beat: number;
  readonly sentence: number;
}

/** The storyboard, spoken: what all that is seen keeps time with. */
export interface Narration {
  /** Which voice engine spoke: `kokoro`, `flite` where its weights cannot be had, `none` where no voice was wanted. */
  readonly engine: 'kokoro' | 'flite' | 'none';
  readonly sampleRate: number;
  /** Mono, from the video's first frame to its last, with the pauses. */
  readonly samples: Float32Array;
  readonly words: readonly SpokenWord[];
  readonly duration: number;
}
