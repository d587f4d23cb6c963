import type { Beat, Storyboard } from '../../storyboard.ts';
import { isDrawable } from '../drawing/subject.ts';
import { creditsFor, samePicture } from '../icons/picture.ts';
import { rangeText, splitRange } from './number-text.ts';
import type { Story } from './scene-input.ts';

const maxLineChars = 40;
const maxGlanceLength = 30;
const maxRecapLines = 3;

/** Summarises a video for its first and last scene. */
export function summariseStory({ title, tags, beats, language }: Storyboard): Story {
  const inner = beats.slice(1, -1);
  const lines = inner.map((beat) => ({ ...lineOf(beat, language), subject: beat.subject }));
  const short = lines.filter(
    ({ text }, i) =>
      text !== '' &&
      text.length <= maxLineChars &&
      !text.endsWith('?') &&
      lines.findIndex((line) => line.text === text) === i,
  );
  // Spoken takeaways count more than displayed ones; both stay in the order of the video.
  const keptLines = new Set(
    [...short.filter(({ isSpoken }) => isSpoken), ...short.filter(({ isSpoken }) => !isSpoken)].slice(
      0,
      maxRecapLines,
    ),
  );
  return {
    title,
    tags,
    recap: short.filter((line) => keptLines.has(line)),
    sides: findSides(beats),
    credits: creditsFor(beats.flatMap(drawnIn)),
  };
}

/** What is drawn for each side of a comparison video. */
function findSides(beats: readonly Beat[]): readonly [string, string] | undefined {
  for (const { scene } of beats) {
    if (scene.kind !== 'versus') continue;
    const { left_subject: left, right_subject: right } = scene;
    return isDrawable(left) && isDrawable(right) && !samePicture(left, right) ? [left, right] : undefined;
  }
  return undefined;
}

/** Everything that a beat may draw. */
function drawnIn({ subject, scene }: Pick<Beat, 'subject' | 'scene'>): string[] {
  switch (scene.kind) {
    case 'comparison':
    case 'versus':
      return [subject, scene.left_subject, scene.right_subject];
    case 'process':
      return [subject, ...scene.steps.map(({ picture }) => picture)];
    case 'list':
      return [subject, ...(scene.pictures ?? [])];
    case 'picture':
      return [...scene.pictures, subject];
    case 'diagram':
      return [subject, ...scene.parts];
    case 'chain':
      return scene.steps.map(({ label }) => label);
    default:
      return [subject];
  }
}

/** As many as can be read at a glance. */
function joinFitting(items: readonly string[]): string {
  const fitting = [3, 2].map((count) => items.slice(0, count).join(' · '));
  return fitting.find((line) => line.length <= maxGlanceLength) ?? '';
}

/** The takeaway of a beat. */
function lineOf(
  { scene, on_screen, narration }: Beat,
  language: string,
): { text: string; isSpoken: boolean } {
  switch (scene.kind) {
    case 'number': {
      const { to, unit } = splitRange(scene.value, scene.unit);
      const figure = rangeText(scene.value, to, language, `${narration} ${on_screen}`)(1);
      const amount = `${figure} ${unit}`.trim();
      const named = `${scene.label}: ${amount}`;
      return {
        text: named.length <= maxLineChars ? named : `${figure} ${unit || scene.label}`,
        isSpoken: true,
      };
    }
    case 'subject':
      return { text: scene.facts[0] ?? '', isSpoken: true };
    case 'timeline': {
      const [first] = scene.points;
      return { text: first ? `${first.when}: ${first.what}` : '', isSpoken: true };
    }
    case 'comparison':
      return { text: /\d/.test(scene.left) ? scene.left : '', isSpoken: true };
    case 'list':
      return { text: /\d/.test(on_screen) ? on_screen : joinFitting(scene.items), isSpoken: false };
    case 'diagram':
      return { text: joinFitting(scene.parts), isSpoken: false };
    case 'quote':
      // A quotation may be the misconception that the video corrects.
      return { text: scene.by === '' ? scene.text : '', isSpoken: false };
    default:
      return { text: '', isSpoken: false };
  }
}
