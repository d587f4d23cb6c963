import path from 'node:path';
import type { Config } from '../app/settings.ts';
import { FilesUnavailable } from '../platform/npm/fetch-once.ts';
import { pullFfmpeg } from '../video/encoder/ffmpeg-library.ts';
import { pullVoices } from '../video/voice/pull.ts';
import { voices as names } from '../video/voice/voices.ts';
import { missingFiles, weightFiles } from '../video/voice/weights.ts';
import { ProgressLine } from './progress.ts';

/** `kith voices …`; undefined if there is no such command. */
export async function voicesCommand(config: Config, given: string[]): Promise<number | undefined> {
  const dir = path.resolve(config.voiceDir);
  const json = given.includes('--json');
  const args = given.filter((each) => each !== '--json');
  if (args.length === 0) return list(dir, json);
  return args.length === 1 && args[0] === 'pull' ? pull(config, dir, json) : undefined;
}

/** Returns 0 only if every file exists with the expected hash. */
async function list(dir: string, json: boolean): Promise<number> {
  const missing = new Set((await missingFiles(dir)).map(({ name }) => name));
  if (json) {
    const files = weightFiles.map(({ name, bytes }) => ({ name, bytes, there: !missing.has(name) }));
    process.stdout.write(`${JSON.stringify({ ok: missing.size === 0, voices: names, dir, files })}\n`);
    return missing.size === 0 ? 0 : 1;
  }
  process.stdout.write(`voices ${names.join(', ')}\nweights in ${dir}\n`);
  for (const { name, bytes } of weightFiles) {
    process.stdout.write(`  ${name}  ${bytes} bytes  ${missing.has(name) ? 'missing' : 'present'}\n`);
  }
  if (missing.size > 0)
    process.stdout.write('kith voices pull downloads the missing files; so does the first video.\n');
  return missing.size === 0 ? 0 : 1;
}

async function pull(config: Config, dir: string, json: boolean): Promise<number> {
  const progress = new ProgressLine();
  try {
    if (config.videoFfmpeg === undefined)
      await pullFfmpeg(dir, (done) => progress.show('downloading FFmpeg from npm', done));
    await pullVoices({ dir, onProgress: (done, step) => progress.show(step, done) });
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error;
    progress.end();
    process.stderr.write(`kith: ${error.message}\n`);
    return 1;
  } finally {
    progress.end();
  }
  return list(dir, json);
}
