/** Sound as videos have it: 48 kHz, two channels. */
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
 * Whatever makes an mp4 of frames and sound: h264 in yuv420p with BT.709 tags, AAC, and the index at the front. The one
 * that kith asks npm for is FFmpeg as a library (libav.ts); an ffmpeg of the operator's own can stand in (program.ts).
 */
export interface Encoder {
  /** Takes a frame, Y then U and V. Its memory may be written to again as soon as the promise is fulfilled. */
  frame(picture: Buffer): Promise<void>;
  /** Finishes the file. */
  close(): Promise<void>;
  /** Gives up; what is in the file is worth nothing. */
  abandon(): Promise<void>;
}

export type OpenEncoder = (options: EncoderOptions) => Promise<Encoder>;

/**
 * On drawn pictures smaller, better and much cheaper than x264's `veryfast`: what `superfast` leaves out that matters here
 * is only that frames are planned ahead.
 */
export const x264 = { preset: 'superfast', crf: 19, params: 'mbtree=1:rc-lookahead=20' } as const;
export const audioBitrate = 192_000;
