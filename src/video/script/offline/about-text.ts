import type { Article } from '../facts/encyclopaedia.ts';
import { capitalised, clipped } from '../text.ts';
import { type Draft, type DraftBeat, oneOf } from './draft.ts';
import { breath, keySentences, keyWords } from './extract.ts';
import { sentenceBeat } from './sentence-beat.ts';

const perBeat = 1;

/** A film of the caller's own text: its weightiest sentences, as they stand. */
export function aboutText(text: string): Draft {
  const words = keyWords(text, 6);
  const [main = 'this text', second] = words;
  const title = capitalised(second ? `${main} and ${second}` : main);
  const sentences = keySentences(text, 6).map((sentence) => breath(sentence));
  return {
    title: `${title}: the short version`,
    subject: clipped(main, 40),
    mood: oneOf(text, ['curious', 'serious', 'calm'] as const),
    hook: oneOf(text, [
      `What does a long text about ${main} come down to? Half a minute, in its own words.`,
      `Too long to read? Here is what it says about ${main}.`,
    ]),
    hookScreen: title,
    beats: beatsOf(sentences, words),
    close: 'That was the short version, in the words of the original.',
    closeScreen: 'The short version',
    description: `${clipped(text, 600)}\n\nMade of sentences of the text that was given, unchanged or cut at a clause.`,
    tags: words,
  };
}

/** A film of an encyclopaedia's summary, which it names. */
export function aboutArticle({ title, text, url }: Article): Draft {
  const words = keyWords(text, 6);
  const sentences = keySentences(text, 6).map((sentence) => breath(sentence.replace(/\s*\([^)]*\)/g, '')));
  return {
    title,
    subject: clipped(title, 40),
    mood: /\b(?:war|battle|revolution|empire|disaster|died)\b/i.test(text)
      ? 'epic'
      : oneOf(title, ['curious', 'warm', 'playful'] as const),
    hook: oneOf(title, [
      `${title}: half a minute, and you know what it is about.`,
      `What is the story of ${title}? Here it is, in short.`,
    ]),
    beats: beatsOf(sentences, [title, ...words]),
    close: oneOf(title, [
      `That was ${title} in short. The source is in the description.`,
      `Want to know more about ${title}? The description names the source.`,
    ]),
    closeScreen: 'Source: Wikipedia',
    description: `${title}, from the summary of its article in Wikipedia.\n\nText: Wikipedia, “${title}”, CC BY-SA 4.0, ${url}`,
    tags: [title, ...words],
  };
}

function beatsOf(sentences: readonly string[], subjects: readonly string[]): DraftBeat[] {
  const beats: DraftBeat[] = [];
  for (let index = 0; index < sentences.length; index += perBeat) {
    const text = sentences[index]!;
    const subject =
      subjects.find((word) => text.toLowerCase().includes(word.toLowerCase())) ?? subjects[0] ?? 'book';
    beats.push(sentenceBeat(text, subject));
  }
  return beats;
}
