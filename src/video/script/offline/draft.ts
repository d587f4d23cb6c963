import type { Beat, Mood, Scene, Storyboard } from '../../storyboard.ts';
import { longestSpeech, speechSeconds } from '../speech-length.ts';
import { clipped } from '../text.ts';

/** What a film would say, in the order it would be said; only as much of it is used as there is time for. */
export interface Draft {
  readonly title: string;
  readonly subject: string;
  readonly mood: Mood;
  readonly hook: string;
  /** What is shown with the hook; the title unless told. */
  readonly hookScreen?: string;
  readonly beats: readonly DraftBeat[];
  readonly close: string;
  readonly closeScreen?: string;
  readonly description: string;
  readonly tags: readonly string[];
}

export interface DraftBeat {
  readonly say: string;
  readonly show: string;
  readonly draw?: string;
  readonly mood?: Mood;
  readonly scene: Scene;
}

/** Aimed at; what cannot be said within the limits is left out before. */
const wanted = 31;
const maxBeats = 6;
const minBeats = 3;

/** The draft as a storyboard of the right length: hook, three to six beats, close. */
export function storyboardOf(draft: Draft): Storyboard {
  const beat = ({ say, show, draw, mood, scene }: DraftBeat): Beat => ({
    narration: clipped(say, 400),
    on_screen: clipped(show, 60),
    subject: clipped(draw ?? draft.subject, 40),
    mood: mood ?? draft.mood,
    scene,
  });
  const hook = beat({ say: draft.hook, show: draft.hookScreen ?? draft.title, scene: { kind: 'title' } });
  const close = beat({ say: draft.close, show: draft.closeScreen ?? draft.title, scene: { kind: 'end' } });
  const beats: Beat[] = [];
  for (const next of [...draft.beats, ...invitations].map(beat)) {
    const seconds = (all: readonly Beat[]) => speechSeconds({ beats: [hook, ...all, close] });
    const enough = beats.length >= maxBeats || (beats.length >= minBeats && seconds(beats) >= wanted);
    if (enough || seconds([...beats, next]) > longestSpeech) continue;
    beats.push(next);
  }
  return {
    title: clipped(draft.title, 100),
    description: draft.description
      .split(/\n+/)
      .map((line) => clipped(line, 900))
      .join('\n\n'),
    tags: tagsOf(draft.tags),
    language: 'en',
    mood: draft.mood,
    beats: [hook, ...beats, close],
  };
}

/** A tag is a word or two, each once. */
function tagsOf(given: readonly string[]): string[] {
  const tags = given
    .map((tag) =>
      tag
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s-]/gu, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((tag) => tag.length > 1 && tag.length <= 40);
  return [...new Set([...tags, 'shorts', 'explained'])].slice(0, 15);
}

/** Where little is known there is still something to do for whoever watches; it claims nothing. */
const invitations: readonly DraftBeat[] = [
  {
    say: 'Now try it yourself: explain it to someone in one sentence of your own. If that works, you have understood it.',
    show: 'Your turn',
    draw: '💡',
    scene: { kind: 'list', items: ['Look again', 'Say it aloud', 'Explain it'] },
  },
  {
    say: 'Close your eyes for a second and picture it. What did you see first, and why?',
    show: 'Picture it',
    draw: '💭',
    scene: { kind: 'subject', facts: ['What did you see first?'] },
  },
  {
    say: 'Words are tools. The better you know one, the better you can think with it.',
    show: 'Words are tools',
    draw: '🔧',
    scene: { kind: 'quote', text: 'The better you know a word, the better you can think with it.', by: '' },
  },
];

export const subjectScene = (facts: readonly string[]): Scene => ({
  kind: 'subject',
  facts: shortLines(facts, 4, 60),
});
export const listScene = (items: readonly string[]): Scene => ({
  kind: 'list',
  items: shortLines(items, 5, 60),
});
export const diagramScene = (whole: string, parts: readonly string[]): Scene => ({
  kind: 'diagram',
  whole: clipped(whole, 40),
  parts: shortLines(parts, 6, 32),
});
export const quoteScene = (text: string, by = ''): Scene => ({
  kind: 'quote',
  text: clipped(text, 160),
  by: clipped(by, 48),
});

function shortLines(lines: readonly string[], most: number, length: number): string[] {
  return lines
    .map((line) => clipped(line, length))
    .filter((line) => line !== '')
    .slice(0, most);
}

/** One of several ways to say a thing, always the same one for the same topic. */
export function oneOf<T>(topic: string, ways: readonly T[]): T {
  let hash = 2_166_136_261;
  for (const letter of topic) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619);
  return ways[(hash >>> 0) % ways.length]!;
}
