import * as av from 'node-av/constants';
import {
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  Log,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib';
import { audioBitrate, type Encoder, type EncoderOptions, type OpenEncoder, x264 } from './encoder.ts';

const checked = (code: number, what: string): void => FFmpegError.throwIfError(code, what);

/** FFmpeg in this process. Its binary is under the GPL (x264), so it is a package that kith asks for, and no part of kith. */
export const libavEncoder: OpenEncoder = async (options) => {
  Log.setLevel(av.AV_LOG_ERROR);
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
  /** FFmpeg looks at memory that only we keep alive. */
  readonly #frames = new Map<Buffer, Frame>();
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
    this.#packet = new Packet();
    this.#packet.alloc();
  }

  static async open(options: EncoderOptions): Promise<Mp4> {
    const format = new FormatContext();
    checked(format.allocOutputContext2(null, 'mp4', options.file), 'no mp4');
    const video = await videoTrack(format, options);
    const audio = await audioTrack(format, options);
    format.metadata = Dictionary.fromObject({ title: options.title });
    checked(await format.openOutput(), 'the file cannot be written');
    checked(await format.writeHeader(Dictionary.fromObject({ movflags: '+faststart' })), 'no header');
    return new Mp4(options, format, video, audio);
  }

  async frame(picture: Buffer): Promise<void> {
    const frame = this.#frames.get(picture) ?? this.#wrapped(picture);
    frame.pts = this.#count++;
    checked(await this.#video.sendFrame(frame), 'a frame was not taken');
    // What sendFrame encoded is there already: to ask for it takes no thread of the pool.
    while (this.#video.receivePacketSync(this.#packet) >= 0)
      await this.#writePacket(this.#video, this.#videoStream);
  }

  #wrapped(picture: Buffer): Frame {
    const { width, height, fps } = this.#options;
    const format = av.AV_PIX_FMT_YUV420P;
    const frame = Frame.fromVideoBuffer(picture, { width, height, format, timeBase: { num: 1, den: fps } });
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
      const frame = Frame.fromAudioBuffer(bytes, {
        nbSamples: count,
        format: av.AV_SAMPLE_FMT_FLTP,
        sampleRate: rate,
        channelLayout: av.AV_CHANNEL_LAYOUT_STEREO,
        timeBase: { num: 1, den: rate },
        pts: BigInt(i),
      });
      checked(await this.#audio.sendFrame(frame), 'sound was not taken');
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
    checked(await this.#format.interleavedWriteFrame(this.#packet), 'the file cannot be written');
  }

  async close(): Promise<void> {
    for (const [context, stream] of [
      [this.#video, this.#videoStream],
      [this.#audio, this.#audioStream],
    ] as const) {
      checked(await context.sendFrame(null), 'the end was not taken');
      await this.#write(context, stream);
    }
    checked(await this.#format.writeTrailer(), 'the file cannot be finished');
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

async function videoTrack(format: FormatContext, { width, height, fps }: EncoderOptions) {
  const codec = Codec.findEncoderByName(av.FF_ENCODER_LIBX264);
  if (!codec) throw new Error('this FFmpeg has no x264');
  const context = new CodecContext();
  context.allocContext3(codec);
  Object.assign(context, {
    width,
    height,
    pixelFormat: av.AV_PIX_FMT_YUV420P,
    gopSize: fps * 2,
    colorRange: av.AVCOL_RANGE_MPEG,
    colorSpace: av.AVCOL_SPC_BT709,
    colorPrimaries: av.AVCOL_PRI_BT709,
    colorTrc: av.AVCOL_TRC_BT709,
    timeBase: new Rational(1, fps),
    framerate: new Rational(fps, 1),
  });
  context.setFlags(av.AV_CODEC_FLAG_GLOBAL_HEADER);
  const { preset, crf, params } = x264;
  const wishes = Dictionary.fromObject({ preset, crf: String(crf), 'x264-params': params });
  checked(await context.open2(codec, wishes), 'x264 does not open');
  const stream = format.newStream(codec);
  stream.timeBase = new Rational(1, fps);
  stream.avgFrameRate = new Rational(fps, 1);
  checked(stream.codecpar.fromContext(context), 'no parameters');
  return { context, stream };
}

async function audioTrack(format: FormatContext, { sound }: EncoderOptions) {
  const codec = Codec.findEncoderByName(av.FF_ENCODER_AAC);
  if (!codec) throw new Error('this FFmpeg has no AAC');
  const context = new CodecContext();
  context.allocContext3(codec);
  Object.assign(context, {
    sampleRate: sound.rate,
    sampleFormat: av.AV_SAMPLE_FMT_FLTP,
    bitRate: BigInt(audioBitrate),
    channelLayout: av.AV_CHANNEL_LAYOUT_STEREO,
    timeBase: new Rational(1, sound.rate),
  });
  context.setFlags(av.AV_CODEC_FLAG_GLOBAL_HEADER);
  checked(await context.open2(codec, null), 'AAC does not open');
  const stream = format.newStream(codec);
  stream.timeBase = new Rational(1, sound.rate);
  checked(stream.codecpar.fromContext(context), 'no parameters');
  return { context, stream };
}
