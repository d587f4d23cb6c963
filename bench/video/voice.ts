import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../src/app/settings.ts';
import { spokenText } from '../../src/video/voice/english/spoken-text.ts';
import { Flite } from '../../src/video/voice/flite.ts';
import { Kokoro } from '../../src/video/voice/kokoro.ts';
import { floatModelPath, hasFloatModel } from '../../src/video/voice/model/float-model.ts';
import { SpeakerPool } from '../../src/video/voice/speaker-pool.ts';
import { SpokenCache } from '../../src/video/voice/spoken-cache.ts';
import { quantisedModelPath, voiceFiles } from '../../src/video/voice/weights.ts';
import { recordFigure } from '../figures.ts';
import { progress } from '../rounds.ts';
import { printTable, verdict } from '../table.ts';

const target = 2;
const warmUp = 'Both models are loaded before anything counts.';
const sentences = [
  'The oldest known star map is carved in stone.',
  'Bees dance to tell each other where the flowers are.',
  'A cup of coffee holds about ninety five milligrams of caffeine, and tea about half of that.',
];

/**
 * The voice per core, with the model as downloaded and as rewritten by `kith voices pull`. Both speak the same
 * sentences alternately, on one thread each. CPU time is measured, so other work on the machine matters little.
 */
export async function voice(): Promise<void> {
  const { voiceDir } = readConfig({});
  if (!hasFloatModel(voiceDir)) {
    console.log('voice: skipped, the rewritten model is not on this machine (npx kith voices pull, on x64)');
    return;
  }
  const files = voiceFiles(voiceDir);
  const dir = await mkdtemp(path.join(tmpdir(), 'kith-bench-voice-'));
  const flite = await Flite.load();
  const cache = new SpokenCache(dir);
  const voices = [
    { name: 'q8 as downloaded', model: quantisedModelPath(voiceDir) },
    { name: 'convolutions in float', model: floatModelPath(voiceDir) },
  ].map(({ name, model }) => {
    const speakers = new SpeakerPool({ ...files, model }, 1);
    const kokoro = new Kokoro({ speakers, cache, guess: (words) => flite.guess(words) });
    return { name, speakers, kokoro, cpu_s: 0, sound_s: 0 };
  });
  try {
    for (const { kokoro } of voices) await kokoro.speak(spokenText(warmUp), 'af_heart');
    for (const [at, sentence] of sentences.entries())
      for (const each of at % 2 === 0 ? voices : voices.toReversed()) {
        const before = process.cpuUsage();
        const { samples, sampleRate } = await each.kokoro.speak(spokenText(sentence), 'af_heart');
        const { user, system } = process.cpuUsage(before);
        each.cpu_s += (user + system) / 1e6;
        each.sound_s += samples.length / sampleRate;
        progress(`sentence ${at + 1} of ${sentences.length}: ${each.name}`);
      }
  } finally {
    await Promise.all(voices.map(({ speakers }) => speakers.close()));
    await rm(dir, { recursive: true });
  }
  progress('');
  printTable(
    `voice, one thread each, ${process.arch}`,
    ['model', 'speech s', 'CPU s', 'speech s per CPU s'],
    voices.map(({ name, sound_s, cpu_s }) => [name, sound_s, cpu_s, sound_s / cpu_s]),
  );
  const { sound_s, cpu_s } = voices.at(-1)!;
  const perCore = process.arch === 'arm64' ? 1 : 1.3;
  recordFigure({
    figure: 'seconds of speech per CPU second',
    peer: 'real time',
    ratio: sound_s / cpu_s,
    target: perCore,
  });
  const [before, after] = voices.map(({ sound_s, cpu_s }) => sound_s / cpu_s);
  if (before === undefined || after === undefined) throw new Error('two models are compared');
  console.log(`\n${(after / before).toFixed(2)} times as fast per core: ${verdict(after / before, target)}`);
  if (after / before < target) process.exitCode = 1;
}
