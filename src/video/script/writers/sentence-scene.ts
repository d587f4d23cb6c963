import type { Scene } from '../../storyboard.ts';
import { keyWords, longestHeadline } from '../key-words.ts';
import { isStopWord, splitWords } from '../question/words.ts';
import { capitalise, truncateText } from '../text.ts';
import type { Line } from './lines.ts';

const figure =
  /(?:(?<money>[$€£])\s?)?(?<value>\d[\d,]*(?:\.\d+)?)\s?(?<unit>%|percent|million|billion|trillion|thousand|km²|km|kilomet(?:re|er)s|met(?:re|er)s|miles|kg|kilograms|tonnes|years|degrees|people|inhabitants|hours|days|minutes)\b/iu;
const year = /\b(1[0-9]{3}|20[0-2]\d)\b/g;

/** Chooses a sentence's scene: its figure, its dates, or the things it names. */
export function sentenceScene(text: string, subject: string, weight: number): Line {
  const years = [...new Set([...text.matchAll(year)].map(([found]) => found))];
  const number = figure.exec(text)?.groups;
  if (number?.value && number.unit) {
    const value = Number(number.value.replaceAll(',', ''));
    const unit = `${number.money ?? ''}${number.unit}`.replace(/percent/i, '%');
    const scene: Scene = {
      kind: 'number',
      value,
      unit: truncateText(unit, 24),
      label: truncateText(keyWords(text), 60),
    };
    return { text, scene, onScreen: keyWords(text), subject, weight };
  }
  if (years.length >= 2) {
    const points = years.slice(0, 5).map((when) => ({ when, what: truncateText(around(text, when), 48) }));
    return { text, scene: { kind: 'timeline', points }, onScreen: keyWords(text), subject, weight };
  }
  const named = namesIn(text);
  return {
    text,
    scene: { kind: 'picture', pictures: [truncateText(named[0] ?? subject, 40)] },
    onScreen: named[0] ? truncateText(capitalise(named[0]), longestHeadline) : keyWords(text),
    subject: truncateText(named[0] ?? subject, 40),
    weight,
  };
}

/** The clause that contains a year. */
function around(text: string, when: string): string {
  const clause = text.split(/[,;]\s+/).find((part) => part.includes(when)) ?? text;
  const bare = clause.replace(new RegExp(`\\b(?:in|on|by|from|until|to|since)?\\s*${when}\\b`), '').trim();
  return capitalise(bare || keyWords(text));
}

/** Names in a sentence, then its longest words. */
function namesIn(text: string): string[] {
  const proper = [...text.matchAll(/(?<=[\p{Ll},] )\p{Lu}\p{L}+(?: \p{Lu}\p{L}+){0,2}/gu)].map(
    ([name]) => name,
  );
  const plain = splitWords(text)
    .filter((word) => word.length > 4 && !isStopWord(word) && /^\p{L}+$/u.test(word))
    .sort((a, b) => b.length - a.length);
  return [...proper, ...plain];
}
