import type { Beat, Mood, Scene, Storyboard } from '../../storyboard.ts';
import { maxHeadlineChars } from '../key-words.ts';
import type { ScriptSource } from '../script.ts';
import { truncateText } from '../text.ts';
import { countWords, overlap, toStems } from '../words.ts';

/** One spoken sentence and its scene. */
export interface ScriptLine {
  readonly text: string;
  readonly scene: Scene;
  /** The text on screen. */
  readonly onScreen: string;
  /** What is drawn. */
  readonly subject: string;
  /**
   * Hints for the picture, in addition to the sentence's own words; it is chosen once all lines are known.
   */
  readonly pictureHints?: readonly string[];
  /** Alternative scene if its chart or map has been shown before. */
  readonly fallback?: Omit<ScriptLine, 'fallback'>;
  /** Priority if the script is too long: lines with a lower weight are dropped first. */
  readonly weight: number;
  /** For an opening: a shorter one, for a script that has no room for both it and the answer. */
  readonly shortText?: string | undefined;
}

/** Number of spoken words by default. */
export const defaultWords = { least: 90, most: 130 };
/** Lines of at least this weight belong to the answer: two with similar wording are both kept. */
export const answerWeight = 9.9;
/** By how much a script may exceed its length to keep its opening, its source or the whole answer. */
const maxOverrun = 1.15;
/** Share of an answer's words that must remain. */
const minAnswerShare = 0.5;
const wordsPerSecond = 2.45;
/** Length of a video by default. */
export const defaultSeconds = defaultWords.most / wordsPerSecond;

/** Maximum number of spoken words in a video of this length. */
export const maxWordsFor = (length_s: number | undefined): number =>
  length_s === undefined ? defaultWords.most : Math.max(25, Math.floor(length_s * wordsPerSecond));

export const countLineWords = (lines: readonly Pick<ScriptLine, 'text'>[]): number =>
  lines.reduce((sum, { text }) => sum + countWords(text), 0);

/** Removes duplicates, then what does not fit the time. */
export function fitLines(lines: readonly ScriptLine[], most: number): ScriptLine[] {
  const kept: ScriptLine[] = [];
  for (const line of lines) {
    const twin = kept.find((other) => isSameStatement(other, line));
    if (twin === undefined) kept.push(line);
    else if (twin.text === line.text) continue;
    else if (twin.weight >= answerWeight && line.weight >= answerWeight) kept.push(line);
    // Of two equivalent lines the more important one is kept, in its own place.
    else if (line.weight > twin.weight) {
      kept.splice(kept.indexOf(twin), 1);
      kept.push(line);
    }
  }
  return cutToLength(kept, most);
}

/** Drops the least important lines until the rest fits the time. Order is kept. */
export function cutToLength(lines: readonly ScriptLine[], most: number): ScriptLine[] {
  const kept = [...lines];
  dropLeastImportant(kept, most, answerWeight);
  // The answer takes precedence over the opening and the source, which are in the description too.
  const longest = most * maxOverrun;
  if (countLineWords(kept) > longest) shortenOpening(kept, longest);
  const end = kept.at(-1);
  if (countLineWords(kept) > longest && end?.scene.kind === 'end' && kept.length > 1) kept.pop();
  dropLeastImportant(kept, longest, 10);
  return kept;
}

/** Drops lines below a weight, least important first and later ones first, until the rest fits. */
function dropLeastImportant(kept: ScriptLine[], most: number, below: number): void {
  while (countLineWords(kept) > most && kept.length > 2) {
    const least = kept.reduce((a, b) => (b.weight <= a.weight ? b : a));
    if (least.weight >= below) break;
    kept.splice(kept.indexOf(least), 1);
  }
}

/** A shorter opening, or none if the sentence after it names the subject as well. */
function shortenOpening(kept: ScriptLine[], most: number): void {
  const [opening, next] = kept;
  if (opening?.scene.kind !== 'title' || !next || next.scene.kind === 'end') return;
  const { shortText: brief } = opening;
  if (brief !== undefined && countWords(brief) < countWords(opening.text))
    kept[0] = { ...opening, text: brief };
  if (countLineWords(kept) <= most) return;
  const named = toStems(opening.onScreen);
  if (toStems(next.text).some((stem) => named.includes(stem)))
    kept.splice(0, 2, { ...opening, text: next.text });
}

/** Whether what remains after the cut to length still gives the answer: all of a list or chain, most of a text. */
export function keepsAnswer(script: readonly ScriptLine[], core: readonly ScriptLine[]): boolean {
  const answer = core.filter(({ weight }) => weight >= answerWeight);
  const said = new Set(script.map(({ text }) => text));
  const kept = answer.filter(({ text }) => said.has(text));
  const isWhole = kept.length === answer.length;
  const inSteps = answer.some(
    ({ scene }) => 'at' in scene && scene.kind !== 'timeline' && scene.kind !== 'versus',
  );
  return isWhole || (!inSteps && countLineWords(kept) >= countLineWords(answer) * minAnswerShare);
}

export function isSameStatement(
  a: Pick<ScriptLine, 'text'>,
  b: Pick<ScriptLine, 'text'>,
  share = 0.8,
): boolean {
  const [left, right] = [toStems(a.text), toStems(b.text)];
  return Math.min(left.length, right.length) >= 3 && overlap(left, right) >= share;
}

export interface VideoFacts {
  readonly title: string;
  readonly sources: readonly ScriptSource[];
  readonly tags: readonly string[];
  readonly mood: Mood;
}

/** Builds the storyboard: one beat per line, so that the picture changes with every sentence. */
export function createStoryboard(lines: readonly ScriptLine[], facts: VideoFacts): Storyboard {
  return {
    title: truncateText(facts.title, 100),
    description: describe(lines.map(({ text }) => text).join(' '), facts.sources),
    tags: [...new Set(facts.tags.map((tag) => truncateText(tag, 40)))]
      .filter((tag) => tag !== '')
      .slice(0, 15),
    language: 'en',
    mood: facts.mood,
    beats: lines.slice(0, 24).map((line) => createBeat(line, facts.mood)),
  };
}

/** The description of a video: its text and its sources. */
export function describe(text: string, sources: readonly ScriptSource[]): string {
  const cited = sources
    .map(({ title, url, licence }) => [title, licence, url].filter((each) => each !== null).join(', '))
    .join('\n');
  return truncateText(text, 1_200) + (cited ? `\n\nSources:\n${cited.slice(0, 780)}` : '');
}

export const createBeat = ({ text, scene, onScreen, subject }: ScriptLine, mood: Mood): Beat => ({
  narration: truncateText(text, 400),
  on_screen: truncateText(onScreen, maxHeadlineChars),
  subject: truncateText(subject, 40),
  mood,
  scene,
});
