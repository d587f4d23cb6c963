/** Audio at 48 kHz, stereo. */
export interface Sound {
  readonly rate: number;
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** A part of the picture: its own file, without sound. */
export interface PartOptions {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly fps: number;
}

export interface PartWriter {
  /** Takes a frame, Y then U and V. Its buffer may be reused as soon as the promise resolves. */
  frame(picture: Buffer): Promise<void>;
  /** Finishes the file. */
  close(): Promise<void>;
  /** Aborts; the file is unusable. */
  abandon(): Promise<void>;
}

export interface JoinOptions {
  readonly file: string;
  /** Finished parts, in their order. */
  readonly parts: readonly string[];
  readonly sound: Sound;
  readonly title: string;
}

/**
 * Encodes frames and audio to an mp4: h264 in yuv420p with BT.709 tags, AAC, and the index at the front. The
 * picture is encoded in parts, so that an interrupted render continues after its last finished one. The default
 * is FFmpeg as a library, fetched from npm (libav.ts); the operator's own ffmpeg can replace it (program.ts).
 */
export interface Encoder {
  openPart(options: PartOptions): Promise<PartWriter>;
  /** Joins the parts and the sound; the picture is copied, not encoded again. */
  join(options: JoinOptions): Promise<void>;
}

/**
 * For drawn pictures this gives smaller and better files than x264's `veryfast` in much less time. Of the features
 * that `superfast` drops, only frame lookahead matters here, and it is enabled again.
 */
export const x264 = { preset: 'superfast', crf: 19, params: 'mbtree=1:rc-lookahead=20' } as const;
export const audioBitrate = 192_000;
