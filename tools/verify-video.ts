import { open } from 'node:fs/promises';
import { Decoder, Demuxer, FilterAPI } from 'node-av/api';
import * as av from 'node-av/constants';
import { type Frame, Log } from 'node-av/lib';
import { fps, frames as sizes } from '../src/video/picture/frame.ts';
import type { Format } from '../src/video/storyboard.ts';

/** Properties of a finished mp4, measured by decoding all of it. */
export interface VideoReport {
  readonly video: {
    readonly h264: boolean;
    readonly width: number;
    readonly height: number;
    readonly yuv420p: boolean;
    readonly bt709: boolean;
    readonly fps: number;
    readonly seconds: number;
    readonly frames: number;
  };
  readonly audio: {
    readonly aac: boolean;
    readonly rate: number;
    readonly channels: number;
    readonly seconds: number;
    /** Integrated loudness in LUFS and the highest true peak in dB, by FFmpeg's meter. */
    readonly lufs: number;
    readonly peak_db: number;
  };
  /** Whether the index precedes the frames, so that players can start at once. */
  readonly faststart: boolean;
  /** Per second: the average brightness, and the largest change between two frames. */
  readonly seconds: readonly { readonly luma: number; readonly change: number }[];
}

/** A decoded frame's planes. */
export interface FramePlanes {
  readonly y: Buffer;
  readonly u: Buffer;
  readonly v: Buffer;
  readonly lumaStride: number;
  readonly chromaStride: number;
}

/** `look` receives every frame in order; it must not keep the planes. */
export async function verify(
  file: string,
  look?: (n: number, seen: FramePlanes) => void,
): Promise<VideoReport> {
  Log.setLevel(av.AV_LOG_ERROR);
  const faststart = await indexFirst(file);
  const source = await Demuxer.open(file);
  try {
    const [video, audio] = [source.video(), source.audio()];
    if (!video || !audio) throw new Error('a video has pictures and sound');
    const [v, a] = [video.codecpar, audio.codecpar];
    const long = (s: typeof video) => (Number(s.duration) * s.timeBase.num) / s.timeBase.den;
    const [videoSeconds, audioSeconds] = [long(video), long(audio)];
    const tags =
      [v.colorSpace, v.colorPrimaries, v.colorTrc].join() ===
      [av.AVCOL_SPC_BT709, av.AVCOL_PRI_BT709, av.AVCOL_TRC_BT709].join();
    const seen = await watch(source, video.index, look);
    return {
      video: {
        h264: v.codecId === av.AV_CODEC_ID_H264,
        width: v.width,
        height: v.height,
        yuv420p: v.format === av.AV_PIX_FMT_YUV420P,
        bt709: tags && v.colorRange === av.AVCOL_RANGE_MPEG,
        fps: video.avgFrameRate.num / video.avgFrameRate.den,
        seconds: videoSeconds,
        frames: seen.frames,
      },
      audio: {
        aac: a.codecId === av.AV_CODEC_ID_AAC,
        rate: a.sampleRate,
        channels: a.channels,
        seconds: audioSeconds,
        ...(await listen(file)),
      },
      faststart,
      seconds: seen.seconds,
    };
  } finally {
    await source.close();
  }
}

/** Faults in words; empty if the video is valid. */
export function faultsOf(verified: VideoReport, narrated_s: number, format: Format = '9:16'): string[] {
  const { width, height } = sizes[format];
  const { video, audio, seconds } = verified;
  const faults: [boolean, string][] = [
    [video.h264 && video.yuv420p && video.bt709, 'the pictures are not h264 in yuv420p of BT.709'],
    [video.width === width && video.height === height, `it is ${video.width} by ${video.height}`],
    [video.fps === fps, `it has ${video.fps} frames a second`],
    [Math.abs(video.frames - video.seconds * fps) <= 1, `${video.frames} frames in ${video.seconds} s`],
    [audio.aac && audio.rate === 48_000 && audio.channels === 2, 'the sound is not AAC, 48 kHz, stereo'],
    [
      Math.abs(video.seconds - narrated_s) <= 0.5,
      `it lasts ${video.seconds} s and is spoken for ${narrated_s}`,
    ],
    [
      Math.abs(video.seconds - audio.seconds) <= 0.06,
      `sound ends at ${audio.seconds} s, pictures at ${video.seconds}`,
    ],
    [Math.abs(audio.lufs + 14) <= 1, `its loudness is ${audio.lufs} LUFS`],
    [audio.peak_db <= -1, `its peak is ${audio.peak_db} dB`],
    [verified.faststart, 'its index is at the end'],
    ...seconds.flatMap(({ luma, change }, i): [boolean, string][] => [
      [luma > 24, `second ${i} is black`],
      [change > 0.15, `nothing moves in second ${i}`],
    ]),
  ];
  return faults.filter(([fine]) => !fine).map(([, fault]) => fault);
}

async function watch(source: Demuxer, stream: number, look?: (n: number, seen: FramePlanes) => void) {
  const video = source.video()!;
  const decoder = await Decoder.create(video);
  const seconds: { luma: number; change: number }[] = [];
  let frames = 0;
  let before: Uint8Array | undefined;
  for await (const frame of decoder.frames(source.packets(stream))) {
    if (!frame) continue;
    const seen = planesOf(frame);
    look?.(frames, seen);
    const sampled = sample(seen, frame.width, frame.height);
    const second = Math.floor(frames / fps);
    const now = seconds[second] ?? { luma: 0, change: 0 };
    const luma = sampled.reduce((sum, value) => sum + value, 0) / sampled.length;
    now.luma = Math.max(now.luma, luma);
    if (before) {
      let change = 0;
      for (let i = 0; i < sampled.length; i++) change += Math.abs(sampled[i]! - before[i]!);
      now.change = Math.max(now.change, change / sampled.length);
    }
    seconds[second] = now;
    before = sampled;
    frames++;
    frame.free();
  }
  // A short remainder at the end need not contain movement.
  if (frames > fps && frames % fps !== 0 && frames % fps < fps / 2) seconds.pop();
  return { frames, seconds };
}

function planesOf(frame: Frame): FramePlanes {
  const [y, u, v] = frame.data as Buffer[];
  const [lumaStride = 0, chromaStride = 0] = frame.linesize;
  return { y: y!, u: u!, v: v!, lumaStride, chromaStride };
}

/** Every eighth pixel of every eighth row. */
function sample({ y, lumaStride }: FramePlanes, width: number, height: number): Uint8Array {
  const out = new Uint8Array((width / 8) * (height / 8));
  let at = 0;
  for (let row = 0; row < height; row += 8)
    for (let x = 0; x < width; x += 8) out[at++] = y[row * lumaStride + x]!;
  return out;
}

async function listen(file: string): Promise<{ lufs: number; peak_db: number }> {
  const source = await Demuxer.open(file);
  try {
    const audio = source.audio()!;
    const decoder = await Decoder.create(audio);
    const meter = FilterAPI.create('ebur128=metadata=1:peak=true,aformat=sample_fmts=fltp');
    const heard: Record<string, string> = {};
    for await (const frame of meter.frames(decoder.frames(source.packets(audio.index)))) {
      if (!frame) continue;
      Object.assign(heard, frame.getMetadata()?.getAll() ?? {});
      frame.free();
    }
    meter.close();
    const peak = Math.max(
      Number(heard['lavfi.r128.true_peaks_ch0']),
      Number(heard['lavfi.r128.true_peaks_ch1']),
    );
    return { lufs: Number(heard['lavfi.r128.I']), peak_db: 20 * Math.log10(peak) };
  } finally {
    await source.close();
  }
}

/** Reads the boxes of an mp4 in order: `moov` must precede `mdat`. */
async function indexFirst(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const header = Buffer.alloc(16);
    for (let at = 0; at < size; ) {
      await handle.read(header, 0, 16, at);
      const kind = header.toString('latin1', 4, 8);
      if (kind === 'moov' || kind === 'mdat') return kind === 'moov';
      const short = header.readUInt32BE(0);
      const long = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
      if (long < 8) return false;
      at += long;
    }
    return false;
  } finally {
    await handle.close();
  }
}
