import { createRequire } from 'node:module';

export interface Ratio {
  num: number;
  den: number;
}

/** FFmpeg functions return a negative code on failure. */
type Code = number;

interface Dictionary {
  alloc(): void;
  set(key: string, value: string, flags: number): Code;
}

type Codec = object;

export interface CodecContext {
  readonly frameSize: number;
  readonly timeBase: Ratio;
  flags: number;
  allocContext3(codec: Codec): void;
  open2(codec: Codec, options: Dictionary | null): Promise<Code>;
  sendFrame(frame: AvFrame | null): Promise<Code>;
  receivePacket(packet: Packet): Promise<Code>;
  receivePacketSync(packet: Packet): Code;
  freeContext(): void;
}

export interface Stream {
  readonly index: number;
  readonly codecpar: { fromContext(context: CodecContext): Code };
  timeBase: Ratio;
  avgFrameRate: Ratio;
}

export interface FormatContext {
  metadata: Dictionary;
  allocOutputContext2(format: null, formatName: string, file: string): Code;
  newStream(codec: Codec): Stream;
  openOutput(): Promise<Code>;
  writeHeader(options: Dictionary): Promise<Code>;
  interleavedWriteFrame(packet: Packet): Promise<Code>;
  writeTrailer(): Promise<Code>;
  closeOutput(): Promise<Code>;
  freeContext(): void;
}

export interface AvFrame {
  pts: bigint;
  alloc(): void;
  getBuffer(align: number): Code;
  fromBuffer(bytes: Buffer): Code;
  free(): void;
}

export interface Packet {
  streamIndex: number;
  alloc(): void;
  free(): void;
  rescaleTs(from: Ratio, to: Ratio): void;
}

interface FfmpegLibrary {
  readonly Codec: { findEncoderByName(name: string): Codec | null };
  readonly CodecContext: new () => CodecContext;
  readonly Dictionary: new () => Dictionary;
  readonly FFmpegError: { strerror(code: Code): string };
  readonly FormatContext: new () => FormatContext;
  readonly Frame: new () => AvFrame;
  readonly Log: { setLevel(level: number): void };
  readonly Packet: new () => Packet;
}

/** Constants from FFmpeg's headers. */
export const constants = {
  logError: 16,
  yuv420p: 0,
  floatPlanar: 8,
  stereo: { order: 1, nbChannels: 2, mask: 3n },
  limitedRange: 1,
  bt709: 1,
  globalHeader: 1 << 22,
} as const;

const platformPackage = (platform = process.platform, arch = process.arch): string =>
  `@seydx/node-av-${platform}-${arch}${platform === 'win32' ? '-msvc' : ''}`;

/**
 * node-av's binary packages contain FFmpeg and its Node binding, and have no install script. node-av itself
 * has one, so the few functions an encoder needs are called on the binding directly.
 */
export function loadFfmpeg(): FfmpegLibrary {
  const name = platformPackage();
  try {
    return createRequire(import.meta.url)(`${name}/node-av.node`);
  } catch (error) {
    throw new Error(
      `FFmpeg does not load from ${name} (${error instanceof Error ? error.message.split('\n')[0] : error}): run npm ci without --omit=optional, or set KITH_VIDEO_FFMPEG to an ffmpeg program`,
      { cause: error },
    );
  }
}
