import { createHash } from 'node:crypto';
import { isVowel } from './english/alphabet.ts';
import { toPhonemes } from './english/phonemes.ts';
import { type Guess, pronounce } from './english/pronunciation.ts';
import type { ShownWord } from './english/spoken-text.ts';
import data from './kokoro-signs.json' with { type: 'json' };
import { BadSound, soundFault } from './sound-check.ts';
import type { SpeakerPool } from './speaker-pool.ts';
import type { SpokenCache } from './spoken-cache.ts';
import { Loudness, type SpokenSentence, type WordTime } from './spoken-sentence.ts';
import { accentOf, type Voice } from './voices.ts';
import { modelHash } from './weights.ts';

/** The model's alphabet: the token id of each sign, as it was trained. */
const signs: Readonly<Record<string, number>> = data;

/** Maximum per call of the model, without the padding at both ends. */
const maxTokens = 510;

interface Token {
  readonly id: number;
  /** Index of the displayed word it belongs to; -1 for a pause. */
  readonly word: number;
}

/** Converts words with their phonemes and pauses to the model's tokens. */
function tokenize(
  words: readonly { readonly phonemes: readonly string[]; readonly pause: string }[],
): Token[] {
  const tokens: Token[] = [];
  const add = (text: string, word: number) => {
    for (const sign of text) {
      const id = signs[sign];
      if (id !== undefined) tokens.push({ id, word });
    }
  };
  words.forEach(({ phonemes, pause }, index) => {
    for (const spoken of phonemes) {
      if (tokens.length > 0) add(' ', -1);
      add(spoken, index);
    }
    add(pause, -1);
  });
  return tokens;
}

const sampleRate = 24_000;
/** The model's word boundaries are late by this much. */
const maxLateS = 0.075;
const speed = 1;
/** Part of the cache key: increment it if the same tokens give different sound or times. */
const version = 2;

interface KokoroDependencies {
  readonly speakers: Pick<SpeakerPool, 'speak' | 'model'>;
  readonly cache: SpokenCache;
  readonly guess: Guess;
}

/** The neural voices. Sentences are cached, since synthesis is deterministic. */
export class Kokoro {
  readonly engine = 'kokoro';
  readonly #deps: KokoroDependencies;

  constructor(deps: KokoroDependencies) {
    this.#deps = deps;
  }

  async speak(words: readonly ShownWord[], voice: Voice): Promise<SpokenSentence> {
    const tokens = await this.#tokens(words, voice);
    if (tokens.length > maxTokens) return this.#inHalves(words, voice);
    const key = createHash('sha256')
      .update(JSON.stringify([version, modelHash, this.#deps.speakers.model, voice, speed, tokens]))
      .digest('hex');
    return this.#deps.cache.get(key, async () => {
      const first = await this.#spoken(words, tokens, voice);
      if (soundFault(first) === undefined) return first;
      const second = await this.#spoken(words, tokens, voice);
      const fault = soundFault(second);
      if (fault !== undefined) throw new BadSound(fault);
      return second;
    });
  }

  async #spoken(
    words: readonly ShownWord[],
    tokens: readonly Token[],
    voice: Voice,
  ): Promise<SpokenSentence> {
    const ids = tokens.map(({ id }) => id);
    const { samples, frames } = await this.#deps.speakers.speak({ tokens: ids, voice, speed });
    return { sampleRate, samples, words: wordTimes(words, tokens, { samples, frames }) };
  }

  async #tokens(words: readonly ShownWord[], voice: Voice): Promise<Token[]> {
    const spoken = words.flatMap(({ spoken }) => spoken);
    const sounds = await pronounce(spoken, this.#deps.guess);
    let at = 0;
    const accent = accentOf(voice);
    const phonemes = words.map(({ spoken, pause }) => {
      const wordPhonemes = spoken.map((word) => {
        const next = pause === '' || word !== spoken.at(-1) ? sounds[at + 1]?.[0] : undefined;
        return toPhonemes({ word, sounds: sounds[at++]!, beforeVowel: isVowel(next) }, accent);
      });
      return { phonemes: wordPhonemes.filter(Boolean), pause };
    });
    return tokenize(phonemes);
  }

  /** A sentence too long for one call is split at the pause nearest its middle, or at the middle. */
  async #inHalves(words: readonly ShownWord[], voice: Voice): Promise<SpokenSentence> {
    if (words.length < 2) throw new Error('a single word is longer than the voice can say');
    const middle = words.length / 2;
    const pauses = words.flatMap(({ pause }, index) =>
      pause !== '' && index < words.length - 1 ? [index + 1] : [],
    );
    const cut = pauses.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0] ?? Math.ceil(middle);
    const [first, second] = [
      await this.speak(words.slice(0, cut), voice),
      await this.speak(words.slice(cut), voice),
    ];
    const samples = new Float32Array(first.samples.length + second.samples.length);
    samples.set(first.samples);
    samples.set(second.samples, first.samples.length);
    const offset = first.samples.length / sampleRate;
    const later = second.words.map((word) => word && { start: word.start + offset, end: word.end + offset });
    return { sampleRate, samples, words: [...first.words, ...later] };
  }
}

/**
 * Derives word times from the duration of each token; boundaries are moved slightly earlier, and ends at a
 * pause to where the voice really ends.
 */
function wordTimes(
  words: readonly ShownWord[],
  tokens: readonly Token[],
  { samples, frames }: { samples: Float32Array; frames: readonly number[] },
): WordTime[] {
  const total = frames.reduce((sum, frame) => sum + frame, 0);
  const frameS = samples.length / sampleRate / total;
  const raw: ({ start: number; end: number } | undefined)[] = words.map(() => undefined);
  let passed = frames[0]!;
  tokens.forEach(({ word }, index) => {
    const [start, end] = [passed * frameS, (passed + frames[index + 1]!) * frameS];
    passed += frames[index + 1]!;
    if (word === -1) return;
    const known = raw[word];
    if (known) known.end = end;
    else raw[word] = { start, end };
  });
  const loudness = new Loudness(samples, sampleRate);
  const shifted = raw.map((time) => time && { start: Math.max(0, time.start - maxLateS), end: time.end });
  return shifted.map((time, index) => {
    if (!time) return undefined;
    const next = shifted.slice(index + 1).find(Boolean);
    const end =
      words[index]!.pause === ''
        ? time.end
        : Math.max(time.start + maxLateS, loudness.lastHeard(time.start, time.end));
    return { start: time.start, end: next ? Math.min(end, next.start) : end };
  });
}
