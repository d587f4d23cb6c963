import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rename, rm } from 'node:fs/promises';
import {
  audioBitrate,
  type Encoder,
  type EncoderOptions,
  type OpenEncoder,
  type Sound,
  x264,
} from './encoder.ts';

interface EncoderFiles {
  readonly made: string;
  readonly sound: string;
  readonly wanted: string;
}

const keptStderrChars = 2_000;
const soundChunk = 48_000;

/**
 * Runs the operator's own ffmpeg as a program: frames go through a pipe, audio as a file. No FFmpeg code is
 * loaded, and the arguments can select any encoder that it was built with.
 */
export function programEncoder(ffmpeg: string): OpenEncoder {
  return async (options) => {
    // Unique file names: an ffmpeg whose renderer was killed may still be writing when the next one starts.
    const filePrefix = `${options.file}.${process.pid}`;
    const files = { made: `${filePrefix}.mp4`, sound: `${filePrefix}.f32`, wanted: options.file };
    await writeSound(files.sound, options.sound);
    return new Program(
      spawn(ffmpeg, argumentsFor(options, files), { stdio: ['pipe', 'ignore', 'pipe'] }),
      files,
    );
  };
}

function argumentsFor({ width, height, fps, sound, title }: EncoderOptions, files: EncoderFiles): string[] {
  const tags = [
    '-colorspace',
    'bt709',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-color_range',
    'tv',
  ];
  return [
    ...['-hide_banner', '-loglevel', 'error', '-y'],
    ...[
      '-f',
      'rawvideo',
      '-pix_fmt',
      'yuv420p',
      ...tags,
      '-s',
      `${width}x${height}`,
      '-r',
      String(fps),
      '-i',
      'pipe:0',
    ],
    ...['-f', 'f32le', '-ar', String(sound.rate), '-ac', '2', '-i', files.sound],
    ...['-c:v', 'libx264', '-preset', x264.preset, '-crf', String(x264.crf), '-x264-params', x264.params],
    ...['-pix_fmt', 'yuv420p', ...tags, '-r', String(fps), '-g', String(fps * 2)],
    ...['-c:a', 'aac', '-b:a', String(audioBitrate), '-metadata', `title=${title}`],
    ...['-movflags', '+faststart', '-f', 'mp4', files.made],
  ];
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

class Program implements Encoder {
  readonly #child: ChildProcess;
  readonly #files: EncoderFiles;
  readonly #ended: Promise<void>;
  #stderr = '';

  constructor(child: ChildProcess, files: EncoderFiles) {
    this.#child = child;
    this.#files = files;
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
      await rename(this.#files.made, this.#files.wanted);
    } finally {
      await this.#tidy();
    }
  }

  async abandon(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined) {
      this.#child.kill('SIGKILL');
      await once(this.#child, 'exit');
    }
    await this.#tidy();
  }

  async #tidy(): Promise<void> {
    await rm(this.#files.sound, { force: true });
    await rm(this.#files.made, { force: true });
  }
}
