import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import {
  audioBitrate,
  type Encoder,
  type JoinOptions,
  type PartOptions,
  type PartWriter,
  type Sound,
  x264,
} from './encoder.ts';

const keptStderrChars = 2_000;
const soundChunk = 48_000;

/**
 * Runs the operator's own ffmpeg as a program: frames go through a pipe, audio as a file. No FFmpeg code is
 * loaded, and the arguments can select any encoder that it was built with.
 */
export const programEncoder = (ffmpeg: string): Encoder => ({
  openPart: async (options) => new Program(ffmpeg, pictureArguments(options), options.file),
  join: (options) => join(ffmpeg, options),
});

const common = ['-hide_banner', '-loglevel', 'error', '-y'];

function pictureArguments({ width, height, fps }: PartOptions): string[] {
  const tags = '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'.split(' ');
  return [
    ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', ...tags, '-s', `${width}x${height}`, '-r', String(fps)],
    ...['-i', 'pipe:0'],
    ...['-c:v', 'libx264', '-preset', x264.preset, '-crf', String(x264.crf), '-x264-params', x264.params],
    ...['-pix_fmt', 'yuv420p', ...tags, '-r', String(fps), '-g', String(fps * 2)],
  ];
}

async function join(ffmpeg: string, { file, parts, sound, title }: JoinOptions): Promise<void> {
  const [list, samples] = [`${file}.${process.pid}.txt`, `${file}.${process.pid}.f32`];
  try {
    await writeFile(list, parts.map((part) => `file '${part.replaceAll("'", "'\\''")}'\n`).join(''));
    await writeSound(samples, sound);
    const joined = [
      ...['-f', 'concat', '-safe', '0', '-i', list],
      ...['-f', 'f32le', '-ar', String(sound.rate), '-ac', '2', '-i', samples],
      ...['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', '-b:a', String(audioBitrate)],
      ...['-metadata', `title=${title}`, '-movflags', '+faststart'],
    ];
    await new Program(ffmpeg, joined, file).close();
  } finally {
    await rm(list, { force: true });
    await rm(samples, { force: true });
  }
}

async function writeSound(file: string, { left, right }: Sound): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (let from = 0; from < left.length; from += soundChunk) {
      const count = Math.min(soundChunk, left.length - from);
      const interleaved = new Float32Array(count * 2);
      for (let i = 0; i < count; i++) {
        interleaved[i * 2] = left[from + i]!;
        interleaved[i * 2 + 1] = right[from + i]!;
      }
      await handle.write(new Uint8Array(interleaved.buffer));
    }
  } finally {
    await handle.close();
  }
}

class Program implements PartWriter {
  readonly #child: ChildProcess;
  /** A name of its own: an ffmpeg whose renderer was killed may still be writing when the next one starts. */
  readonly #made: string;
  readonly #wanted: string;
  readonly #ended: Promise<void>;
  #stderr = '';

  constructor(ffmpeg: string, args: readonly string[], file: string) {
    this.#made = `${file}.${process.pid}.mp4`;
    this.#wanted = file;
    const child = spawn(ffmpeg, [...common, ...args, '-f', 'mp4', this.#made], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    this.#child = child;
    child.stderr!.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-keptStderrChars);
    });
    // An ffmpeg that exits closes its pipe; its exit status tells why.
    child.stdin!.on('error', () => {});
    this.#ended = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, by) => {
        const reason =
          this.#stderr.trim().split('\n').at(-1) || `it ended ${by ? `by ${by}` : `with code ${code}`}`;
        if (code === 0) resolve();
        else reject(new Error(`the operator's ffmpeg: ${reason}`));
      });
    });
    this.#ended.catch(() => {});
  }

  async frame(picture: Buffer): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      this.#child.stdin!.write(picture, (error) => (error ? reject(error) : resolve()));
    });
    // The buffer is reused: it must be written before the next frame is drawn into it.
    await written.catch(async (error) => {
      await this.#ended;
      throw error;
    });
  }

  async close(): Promise<void> {
    this.#child.stdin!.end();
    try {
      await this.#ended;
      await rename(this.#made, this.#wanted);
    } finally {
      await rm(this.#made, { force: true });
    }
  }

  async abandon(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined) {
      this.#child.kill('SIGKILL');
      await once(this.#child, 'exit');
    }
    await rm(this.#made, { force: true });
  }
}
