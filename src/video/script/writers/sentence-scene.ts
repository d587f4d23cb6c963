import { isDrawable } from '../../picture/drawing/subject.ts';
import { isDrawableName } from '../../picture/icons/picture.ts';
import { picturesByWords } from '../../picture/word-pictures.ts';
import { noPicture, type Scene } from '../../storyboard.ts';
import { keyWords } from '../key-words.ts';
import { capitalise, truncateText } from '../text.ts';
import type { ScriptLine } from './lines.ts';

const figure =
  /(?:(?<money>[$€£])\s?)?(?<value>\d[\d,]*(?:\.\d+)?)\s?(?<unit>%|percent|million|billion|trillion|thousand|km²|km|kilomet(?:re|er)s|met(?:re|er)s|miles|kg|kilograms|tonnes|years|degrees|people|inhabitants|hours|days|minutes)\b/iu;
const year = /\b(1[0-9]{3}|20[0-2]\d)\b/g;

/** Chooses the scenes of sentences one after the other, so that pictures alternate. */
export class SentenceScenes {
  readonly #main: string;
  readonly #shown: string[];

  /** `main` is the picture of the opening, and of a sentence that names nothing. */
  constructor(main: string) {
    this.#main = main;
    this.#shown = [main];
  }

  next(text: string, weight: number): ScriptLine {
    const drawn = pictureOf(text, this.#shown) ?? (this.#isMainFree() ? this.#main : noPicture);
    this.#shown.push(drawn);
    return sentenceScene(text, drawn, weight);
  }

  /** The main picture is shown in a few scenes, the opening and the end among them, and not twice in a row. */
  #isMainFree(): boolean {
    const isRepeated = this.#shown.at(-1) === this.#main;
    return isDrawable(this.#main) && !isRepeated && countOf(this.#main, this.#shown) < maxBeforeEnd;
  }
}

const countOf = (picture: string, shown: readonly string[]): number =>
  shown.filter((each) => each === picture).length;

/** Scenes with the main picture, besides the end, and with any other one. */
const maxBeforeEnd = 3;
const maxRepeated = 2;
const maxStatementChars = 160;

/** What to show for a sentence: something that it names and that was not shown, if there is such a thing. */
function pictureOf(text: string, shown: readonly string[]): string | undefined {
  const names = properNames(text);
  const drawable = [...names.filter(isDrawableName), ...picturesByWords(text).filter(isDrawable)];
  return (
    drawable.find((each) => !shown.includes(each)) ??
    drawable.find((each) => each !== shown.at(-1) && countOf(each, shown) < maxRepeated) ??
    names.find((name) => !shown.includes(name))
  );
}

/** Chooses a sentence's scene: its figure, its dates, or a picture. */
export function sentenceScene(text: string, picture: string, weight: number): ScriptLine {
  const subject = truncateText(picture, 40);
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
    const points = years
      .slice(0, 5)
      .map((when) => ({ when, what: truncateText(clauseWithYear(text, when), 48) }));
    return { text, scene: { kind: 'timeline', points }, onScreen: keyWords(text), subject, weight };
  }
  const scene: Scene =
    subject === noPicture
      ? { kind: 'quote', text: truncateText(text, maxStatementChars), by: '' }
      : { kind: 'picture', pictures: [subject] };
  return { text, scene, onScreen: keyWords(text), subject, weight };
}

/** The clause that contains a year. */
function clauseWithYear(text: string, when: string): string {
  const clause = text.split(/[,;]\s+/).find((part) => part.includes(when)) ?? text;
  const bare = clause.replace(new RegExp(`\\b(?:in|on|by|from|until|to|since)?\\s*${when}\\b`), '').trim();
  return capitalise(bare || keyWords(text));
}

const properNames = (text: string): string[] =>
  [...text.matchAll(/(?<=[\p{Ll},] )\p{Lu}\p{L}+(?:(?: of| the| de| von){0,2} \p{Lu}\p{L}+){0,2}/gu)].map(
    ([name]) => name,
  );

/** A longer text is a sentence rather than a name, so its last word is not its head. */
const maxNameWords = 3;

/**
 * The picture of an opening: one of these names, or what these texts name; the first name in letters if
 * nothing can be drawn.
 */
export const openingPicture = (names: readonly string[], texts: readonly string[]): string =>
  [
    ...names.filter((name) => name.split(' ').length <= maxNameWords),
    ...texts.flatMap((text) => [...properNames(text).filter(isDrawableName), ...picturesByWords(text)]),
  ].find(isDrawable) ??
  names[0] ??
  '';
