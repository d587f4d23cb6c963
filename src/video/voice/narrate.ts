import type { Narration, SpokenWord } from '../narration.ts';
import { isSilent, silentCard_s } from '../storyboard.ts';
import { type ShownWord, spokenText } from './english/spoken-text.ts';
import { splitSentences } from './sentences.ts';
import { type SpokenSentence, trimSilence } from './spoken-sentence.ts';
import { splitIntoPhrases } from './unspaced.ts';
import type { Voice } from './voices.ts';

/** Synthesises sentences. */
export interface VoiceEngine {
  readonly engine: Narration['engine'];
  speak(words: readonly ShownWord[], voice: Voice): Promise<SpokenSentence>;
}

/** Silence before the first word, between sentences, between beats, and after the last word, in seconds. */
const pauses = { lead: 0.35, sentence: 0.2, beat: 0.42, tail: 1.2 };
/** A short beat is followed by a longer pause, so that its scene can be seen: until it has lasted this long. */
const minBeat_s = 2.2;
const maxPause_s = 1;
/** The opening may be a question of three words. */
const maxOpeningPause_s = 1.8;

/** The spoken part of a storyboard. */
export interface Spoken {
  readonly beats: readonly { readonly narration: string; readonly scene?: { readonly kind: string } }[];
}

interface Sentence {
  readonly beat: number;
  readonly words: ShownWord[];
}

export function sentencesIn({ beats }: Spoken): Sentence[] {
  return beats.flatMap((each, beat) =>
    (isSilent(each) ? [] : splitSentences(each.narration)).map((text) => ({
      beat,
      words: joinSilentSigns(spokenText(splitIntoPhrases(text))),
    })),
  );
}

/** A sign without sound (a dash, an emoji) is displayed with the word before it. */
function joinSilentSigns(words: readonly ShownWord[]): ShownWord[] {
  const all: ShownWord[] = [];
  for (const word of words) {
    const last = all.at(-1);
    if (word.spoken.length > 0 || !last) all.push(word);
    else
      all[all.length - 1] = { ...last, text: `${last.text} ${word.text}`, pause: last.pause || word.pause };
  }
  return all.filter(({ spoken }) => spoken.length > 0);
}

/** Narrates a storyboard sentence by sentence, and joins the sentences with pauses. */
export async function narrate(
  storyboard: Spoken,
  voice: Voice,
  engine: VoiceEngine,
  onProgress: (done: number) => void = () => {},
): Promise<Narration> {
  const sentences = sentencesIn(storyboard);
  let done = 0;
  const spoken = await Promise.all(
    sentences.map(async ({ words }) => {
      const said = await engine.speak(words, voice);
      const sentence = engine.engine === 'none' ? said : trimSilence(said);
      onProgress(++done / sentences.length);
      return sentence;
    }),
  );
  return assembleNarration(sentences, spoken, engine.engine, storyboard.beats.some(isSilent));
}

function assembleNarration(
  sentences: readonly Sentence[],
  spoken: readonly SpokenSentence[],
  engine: Narration['engine'],
  hasCard: boolean,
): Narration {
  const sampleRate = spoken[0]?.sampleRate;
  if (sampleRate === undefined) throw new Error('there is nothing to say');
  const words: SpokenWord[] = [];
  const starts: number[] = [];
  let at = pauses.lead;
  let beatStart = 0;
  for (const [index, { samples, words: times }] of spoken.entries()) {
    const { beat, words: shown } = sentences[index]!;
    starts.push(at);
    for (const [place, { text }] of shown.entries()) {
      const time = times[place];
      if (time) words.push({ text, start: at + time.start, end: at + time.end, beat, sentence: index });
    }
    const next = sentences[index + 1];
    at += samples.length / sampleRate;
    if (!next) at += hasCard ? pauses.beat + silentCard_s : pauses.tail;
    else if (next.beat === beat) at += pauses.sentence;
    else {
      const most = beatStart === 0 ? maxOpeningPause_s : maxPause_s;
      at += Math.min(Math.max(pauses.beat, beatStart + minBeat_s - at), most);
      beatStart = at;
    }
  }
  const samples = new Float32Array(Math.ceil(at * sampleRate));
  for (const [index, sentence] of spoken.entries())
    samples.set(sentence.samples, Math.round(starts[index]! * sampleRate));
  return { engine, sampleRate, samples, words, duration: samples.length / sampleRate };
}
