/** Audio at 48 kHz, stereo. */
export interface Sound {
  readonly rate: number;
  readonly left: Float32Array;
  readonly right: Float32Array;
}

export interface EncoderOptions {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly sound: Sound;
  readonly title: string;
}

/**
 * Encodes frames and audio to an mp4: h264 in yuv420p with BT.709 tags, AAC, and the index at the front. The
 * default is FFmpeg as a library, fetched from npm (libav.ts); the operator's own ffmpeg can replace it
 * (program.ts).
 */
export interface Encoder {
  /** Takes a frame, Y then U and V. Its buffer may be reused as soon as the promise resolves. */
  frame(picture: Buffer): Promise<void>;
  /** Finishes the file. */
  close(): Promise<void>;
  /** Aborts; the file is unusable. */
  abandon(): Promise<void>;
}

export type OpenEncoder = (options: EncoderOptions) => Promise<Encoder>;

/**
 * For drawn pictures this gives smaller and better files than x264's `veryfast` in much less time. Of the features
 * that `superfast` drops, only frame lookahead matters here, and it is enabled again.
 */
export const x264 = { preset: 'superfast', crf: 19, params: 'mbtree=1:rc-lookahead=20' } as const;
export const audioBitrate = 192_000;
