import { rename, rm } from 'node:fs/promises';
import {
  audioBitrate,
  type Encoder,
  type JoinOptions,
  type PartOptions,
  type PartWriter,
  type Sound,
  x264,
} from './encoder.ts';
import {
  type AvFrame,
  type CodecContext,
  constants,
  type FfmpegLibrary,
  type FormatContext,
  loadFfmpeg,
  type Packet,
  type Ratio,
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
export function libavEncoder(library?: string): Encoder {
  ffmpeg = loadFfmpeg(library);
  ffmpeg.Log.setLevel(constants.logError);
  return { openPart: (options) => Part.open(options), join };
}

/** An mp4 that is being written. */
class Mp4 {
  readonly format: FormatContext;
  readonly packet: Packet;

  private constructor(format: FormatContext) {
    this.format = format;
    this.packet = new ffmpeg.Packet();
    this.packet.alloc();
  }

  static create(file: string): Mp4 {
    const format = new ffmpeg.FormatContext();
    requireSuccess(format.allocOutputContext2(null, 'mp4', file), 'the mp4 cannot be created');
    return new Mp4(format);
  }

  async begin(options: Readonly<Record<string, string>> = {}): Promise<void> {
    requireSuccess(await this.format.openOutput(), 'the file cannot be written');
    requireSuccess(await this.format.writeHeader(createDictionary(options)), 'the header cannot be written');
  }

  /** Writes the packet that was read or encoded last. */
  async write(from: { readonly timeBase: Ratio }, stream: Stream): Promise<void> {
    this.packet.streamIndex = stream.index;
    this.packet.rescaleTs(from.timeBase, stream.timeBase);
    requireSuccess(await this.format.interleavedWriteFrame(this.packet), 'the file cannot be written');
  }

  async finish(): Promise<void> {
    requireSuccess(await this.format.writeTrailer(), 'the file cannot be finished');
  }

  async free(): Promise<void> {
    await this.format.closeOutput();
    this.packet.free();
    this.format.freeContext();
  }
}

class Part implements PartWriter {
  readonly #mp4: Mp4;
  readonly #context: CodecContext;
  readonly #stream: Stream;
  readonly #options: PartOptions;
  /** Keeps alive the memory that FFmpeg reads. */
  readonly #frames = new Map<Buffer, AvFrame>();
  #count = 0n;

  private constructor(mp4: Mp4, track: Track, options: PartOptions) {
    this.#mp4 = mp4;
    this.#context = track.context;
    this.#stream = track.stream;
    this.#options = options;
  }

  static async open(options: PartOptions): Promise<Part> {
    const mp4 = Mp4.create(unfinished(options.file));
    const track = await addVideoTrack(mp4.format, options);
    await mp4.begin();
    return new Part(mp4, track, options);
  }

  async frame(picture: Buffer): Promise<void> {
    const frame = this.#frames.get(picture) ?? this.#wrapped(picture);
    frame.pts = this.#count++;
    requireSuccess(await this.#context.sendFrame(frame), 'a frame was not accepted');
    // Packets from sendFrame are ready: receiving them takes no pool thread.
    while (this.#context.receivePacketSync(this.#mp4.packet) >= 0)
      await this.#mp4.write(this.#context, this.#stream);
  }

  #wrapped(picture: Buffer): AvFrame {
    const { width, height, fps } = this.#options;
    const timeBase = { num: 1, den: fps };
    const frame = wrapBuffer(picture, { width, height, format: constants.yuv420p, timeBase });
    this.#frames.set(picture, frame);
    return frame;
  }

  async close(): Promise<void> {
    await flush(this.#context, this.#mp4, this.#stream);
    await this.#mp4.finish();
    await this.#free();
    const { file } = this.#options;
    await rename(unfinished(file), file);
  }

  async abandon(): Promise<void> {
    await this.#free();
    await rm(unfinished(this.#options.file), { force: true });
  }

  async #free(): Promise<void> {
    for (const frame of this.#frames.values()) frame.free();
    this.#frames.clear();
    this.#context.freeContext();
    await this.#mp4.free();
  }
}

/** A part has its name once it is complete. */
const unfinished = (file: string): string => `${file}.${process.pid}`;

async function flush(context: CodecContext, mp4: Mp4, stream: Stream): Promise<void> {
  requireSuccess(await context.sendFrame(null), 'the end of the stream was not accepted');
  await writeEncoded(context, mp4, stream);
}

async function writeEncoded(context: CodecContext, mp4: Mp4, stream: Stream): Promise<void> {
  while ((await context.receivePacket(mp4.packet)) >= 0) await mp4.write(context, stream);
}

async function join({ file, parts, sound, title }: JoinOptions): Promise<void> {
  const mp4 = Mp4.create(file);
  const inputs: FormatContext[] = [];
  let audio: Track | undefined;
  try {
    for (const part of parts) inputs.push(await openInput(part));
    const stream = mp4.format.newStream(null);
    const first = inputs[0]!.streams[0]!;
    requireSuccess(first.codecpar.copy(stream.codecpar), 'the codec parameters cannot be copied');
    stream.timeBase = first.timeBase;
    stream.avgFrameRate = first.avgFrameRate;
    audio = await addAudioTrack(mp4.format, sound);
    mp4.format.metadata = createDictionary({ title });
    await mp4.begin({ movflags: '+faststart' });
    await writeSound(sound, audio, mp4);
    let from = 0n;
    for (const input of inputs) from = await copyPicture(input, from, mp4, stream);
    await mp4.finish();
  } finally {
    for (const input of inputs) await input.closeInput();
    audio?.context.freeContext();
    await mp4.free();
  }
}

async function openInput(file: string): Promise<FormatContext> {
  const input = new ffmpeg.FormatContext();
  requireSuccess(await input.openInput(file, null, null), 'a part cannot be read');
  return input;
}

/** Appends a part after `from`, in the time base of the parts, and returns its end. */
async function copyPicture(input: FormatContext, from: bigint, mp4: Mp4, stream: Stream): Promise<bigint> {
  const { packet } = mp4;
  const timeBase = input.streams[0]!.timeBase;
  let end = from;
  while ((await input.readFrame(packet)) >= 0) {
    packet.pts += from;
    packet.dts += from;
    const after = packet.pts + packet.duration;
    if (after > end) end = after;
    await mp4.write({ timeBase }, stream);
  }
  return end;
}

async function writeSound({ rate, left, right }: Sound, { context, stream }: Track, mp4: Mp4): Promise<void> {
  const step = context.frameSize || 1024;
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
    requireSuccess(await context.sendFrame(frame), 'audio was not accepted');
    frame.free();
    await writeEncoded(context, mp4, stream);
  }
  await flush(context, mp4, stream);
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

interface Track {
  readonly context: CodecContext;
  readonly stream: Stream;
}

async function addVideoTrack(format: FormatContext, { width, height, fps }: PartOptions): Promise<Track> {
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

async function addAudioTrack(format: FormatContext, sound: Sound): Promise<Track> {
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
