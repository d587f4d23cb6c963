import { audioBitrate, type Encoder, type EncoderOptions, type OpenEncoder, x264 } from './encoder.ts';
import {
  type AvFrame,
  type CodecContext,
  constants,
  type FfmpegLibrary,
  type FormatContext,
  loadFfmpeg,
  type Packet,
  type Stream,
} from './ffmpeg-library.ts';

/** One for all videos of a process: a binding is loaded once. */
let ffmpeg: FfmpegLibrary;

function requireSuccess(code: number, what: string): void {
  if (code < 0) throw new Error(`${what}: ${ffmpeg.FFmpegError.strerror(code)}`);
}

/**
 * FFmpeg in this process. Its binary is under the GPL (x264), so it is fetched when it is needed and not part
 * of kith.
 */
export const libavEncoder =
  (library?: string): OpenEncoder =>
  async (options) => {
    ffmpeg = loadFfmpeg(library);
    ffmpeg.Log.setLevel(constants.logError);
    const video = await Mp4.open(options);
    try {
      await video.sound(options);
    } catch (error) {
      await video.abandon();
      throw error;
    }
    return video;
  };

class Mp4 implements Encoder {
  readonly #format: FormatContext;
  readonly #video: CodecContext;
  readonly #audio: CodecContext;
  readonly #videoStream: Stream;
  readonly #audioStream: Stream;
  readonly #packet: Packet;
  readonly #options: EncoderOptions;
  /** Keeps alive the memory that FFmpeg reads. */
  readonly #frames = new Map<Buffer, AvFrame>();
  #count = 0n;

  private constructor(
    options: EncoderOptions,
    format: FormatContext,
    video: { context: CodecContext; stream: Stream },
    audio: { context: CodecContext; stream: Stream },
  ) {
    this.#options = options;
    this.#format = format;
    this.#video = video.context;
    this.#videoStream = video.stream;
    this.#audio = audio.context;
    this.#audioStream = audio.stream;
    this.#packet = new ffmpeg.Packet();
    this.#packet.alloc();
  }

  static async open(options: EncoderOptions): Promise<Mp4> {
    const format = new ffmpeg.FormatContext();
    requireSuccess(format.allocOutputContext2(null, 'mp4', options.file), 'the mp4 cannot be created');
    const video = await addVideoTrack(format, options);
    const audio = await addAudioTrack(format, options);
    format.metadata = createDictionary({ title: options.title });
    requireSuccess(await format.openOutput(), 'the file cannot be written');
    requireSuccess(
      await format.writeHeader(createDictionary({ movflags: '+faststart' })),
      'the header cannot be written',
    );
    return new Mp4(options, format, video, audio);
  }

  async frame(picture: Buffer): Promise<void> {
    const frame = this.#frames.get(picture) ?? this.#wrapped(picture);
    frame.pts = this.#count++;
    requireSuccess(await this.#video.sendFrame(frame), 'a frame was not accepted');
    // Packets from sendFrame are ready: receiving them takes no pool thread.
    while (this.#video.receivePacketSync(this.#packet) >= 0)
      await this.#writePacket(this.#video, this.#videoStream);
  }

  #wrapped(picture: Buffer): AvFrame {
    const { width, height, fps } = this.#options;
    const timeBase = { num: 1, den: fps };
    const frame = wrapBuffer(picture, { width, height, format: constants.yuv420p, timeBase });
    this.#frames.set(picture, frame);
    return frame;
  }

  async sound({ sound: { rate, left, right } }: EncoderOptions): Promise<void> {
    const step = this.#audio.frameSize || 1024;
    for (let i = 0; i < left.length; i += step) {
      const count = Math.min(step, left.length - i);
      const bytes = Buffer.alloc(count * 8);
      const samples = new Float32Array(bytes.buffer, bytes.byteOffset, count * 2);
      samples.set(left.subarray(i, i + count), 0);
      samples.set(right.subarray(i, i + count), count);
      const frame = wrapBuffer(bytes, {
        nbSamples: count,
        format: constants.floatPlanar,
        sampleRate: rate,
        channelLayout: constants.stereo,
        timeBase: { num: 1, den: rate },
        pts: BigInt(i),
      });
      requireSuccess(await this.#audio.sendFrame(frame), 'audio was not accepted');
      frame.free();
      await this.#write(this.#audio, this.#audioStream);
    }
  }

  async #write(context: CodecContext, stream: Stream): Promise<void> {
    while ((await context.receivePacket(this.#packet)) >= 0) await this.#writePacket(context, stream);
  }

  async #writePacket(context: CodecContext, stream: Stream): Promise<void> {
    this.#packet.streamIndex = stream.index;
    this.#packet.rescaleTs(context.timeBase, stream.timeBase);
    requireSuccess(await this.#format.interleavedWriteFrame(this.#packet), 'the file cannot be written');
  }

  async close(): Promise<void> {
    for (const [context, stream] of [
      [this.#video, this.#videoStream],
      [this.#audio, this.#audioStream],
    ] as const) {
      requireSuccess(await context.sendFrame(null), 'the end of the stream was not accepted');
      await this.#write(context, stream);
    }
    requireSuccess(await this.#format.writeTrailer(), 'the file cannot be finished');
    await this.abandon();
  }

  async abandon(): Promise<void> {
    await this.#format.closeOutput();
    for (const frame of this.#frames.values()) frame.free();
    this.#frames.clear();
    this.#video.freeContext();
    this.#audio.freeContext();
    this.#packet.free();
    this.#format.freeContext();
  }
}

/** A frame over memory that FFmpeg reads in place and does not keep alive. */
function wrapBuffer(bytes: Buffer, properties: object): AvFrame {
  const frame = new ffmpeg.Frame();
  frame.alloc();
  Object.assign(frame, properties);
  requireSuccess(frame.getBuffer(0), 'a frame cannot be allocated');
  requireSuccess(frame.fromBuffer(bytes), 'a frame does not fit its memory');
  return frame;
}

function createDictionary(values: Readonly<Record<string, string>>) {
  const dictionary = new ffmpeg.Dictionary();
  dictionary.alloc();
  for (const [key, value] of Object.entries(values)) dictionary.set(key, value, 0);
  return dictionary;
}

async function addVideoTrack(format: FormatContext, { width, height, fps }: EncoderOptions) {
  const codec = ffmpeg.Codec.findEncoderByName('libx264');
  if (!codec) throw new Error('this FFmpeg has no x264');
  const context = new ffmpeg.CodecContext();
  context.allocContext3(codec);
  Object.assign(context, {
    width,
    height,
    pixelFormat: constants.yuv420p,
    gopSize: fps * 2,
    colorRange: constants.limitedRange,
    colorSpace: constants.bt709,
    colorPrimaries: constants.bt709,
    colorTrc: constants.bt709,
    timeBase: { num: 1, den: fps },
    framerate: { num: fps, den: 1 },
  });
  context.flags |= constants.globalHeader;
  const { preset, crf, params } = x264;
  const codecOptions = createDictionary({ preset, crf: String(crf), 'x264-params': params });
  requireSuccess(await context.open2(codec, codecOptions), 'x264 cannot be opened');
  const stream = format.newStream(codec);
  stream.timeBase = { num: 1, den: fps };
  stream.avgFrameRate = { num: fps, den: 1 };
  requireSuccess(stream.codecpar.fromContext(context), 'the codec parameters cannot be copied');
  return { context, stream };
}

async function addAudioTrack(format: FormatContext, { sound }: EncoderOptions) {
  const codec = ffmpeg.Codec.findEncoderByName('aac');
  if (!codec) throw new Error('this FFmpeg has no AAC');
  const context = new ffmpeg.CodecContext();
  context.allocContext3(codec);
  Object.assign(context, {
    sampleRate: sound.rate,
    sampleFormat: constants.floatPlanar,
    bitRate: BigInt(audioBitrate),
    channelLayout: constants.stereo,
    timeBase: { num: 1, den: sound.rate },
  });
  context.flags |= constants.globalHeader;
  requireSuccess(await context.open2(codec, null), 'AAC cannot be opened');
  const stream = format.newStream(codec);
  stream.timeBase = { num: 1, den: sound.rate };
  requireSuccess(stream.codecpar.fromContext(context), 'the codec parameters cannot be copied');
  return { context, stream };
}
