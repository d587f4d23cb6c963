/** A word as displayed, and when it is spoken, in seconds from the video's first frame. */
export interface SpokenWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Index of its beat in the storyboard, and of its sentence in the whole narration. */
  readonly beat: number;
  readonly sentence: number;
}

/** The spoken storyboard, which everything visible is timed by. */
export interface Narration {
  /** Voice engine: `kokoro`, `flite` if its weights are unavailable, `none` if no voice was requested. */
  readonly engine: 'kokoro' | 'flite' | 'none';
  readonly sampleRate: number;
  /** Mono, from the video's first frame to its last, including pauses. */
  readonly samples: Float32Array;
  readonly words: readonly SpokenWord[];
  readonly duration: number;
}
