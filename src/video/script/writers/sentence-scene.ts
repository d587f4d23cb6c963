import { isDrawable } from '../../picture/drawing/subject.ts';
import { isExact } from '../../picture/icons/picture.ts';
import { findFigures } from '../../picture/relations/figures.ts';
import { findRelation, isPlain, subjectOf } from '../../picture/relations/relation.ts';
import { noPicture, type Scene } from '../../storyboard.ts';
import { keyWords } from '../key-words.ts';
import { capitalise, truncateText } from '../text.ts';
import type { ScriptLine } from './lines.ts';

const year = /(?<=\b(?:in|by|from|since|until|to) )\d{3,4}\b(?! \p{L}+s\b)|\b(?:1[0-9]{3}|20[0-2]\d)\b/gu;
const maxStatementChars = 160;

/** Chooses the scenes of sentences one after the other: what a pronoun means is in the sentence before. */
export class SentenceScenes {
  #before = '';

  next(text: string, weight: number): ScriptLine {
    const line = sentenceScene(text, noPicture, weight, this.#before);
    this.#before = subjectOf(text) || this.#before;
    return line;
  }
}

/**
 * Chooses a sentence's scene: the diagram of what it relates, its figures or dates, the thing that it is about, and
 * otherwise its words. A picture is never guessed.
 */
export function sentenceScene(text: string, picture: string, weight: number, before = ''): ScriptLine {
  const scene = dataScene(text, before);
  const subject = truncateText(picture, 40);
  const onScreen = scene?.kind === 'bars' ? scene.title : keyWords(text);
  const line = { text, onScreen, subject, weight };
  if (scene) return { ...line, scene };
  if (subject !== noPicture) return { ...line, scene: { kind: 'picture', pictures: [subject] } };
  const thing = subjectOf(text).replace(/^(?:the|an?) /i, '');
  if (thing !== '' && isExact(thing))
    return { ...line, subject: thing, scene: { kind: 'picture', pictures: [thing] } };
  return { ...line, scene: { kind: 'quote', text: truncateText(text, maxStatementChars), by: '' } };
}

/** The scene of what a sentence relates or measures; undefined if it does neither. */
export function dataScene(text: string, before = ''): Scene | undefined {
  const figures = findFigures(text);
  if (figures?.kind === 'bars') return figures;
  const years = [...new Set([...text.matchAll(year)].map(([found]) => found))];
  if (years.length >= 2 && years.length > (text.match(/\d+/g)?.length ?? 0) / 2) {
    const points = years
      .slice(0, 5)
      .map((when) => ({ when, what: truncateText(clauseWithYear(text, when), 48) }));
    return { kind: 'timeline', points };
  }
  const relation = findRelation(text, before);
  return relation && !(figures && isPlain(relation)) ? relation : figures;
}

/** The clause that contains a year. */
function clauseWithYear(text: string, when: string): string {
  const clause = text.split(/[,;]\s+|\s+and\s+/).find((part) => part.includes(when)) ?? text;
  const bare = clause.replace(new RegExp(`\\b(?:in|on|by|from|until|to|since)?\\s*${when}\\b`), '').trim();
  return capitalise(bare.replace(/^and /, '') || keyWords(text));
}

/** A longer text is a sentence rather than a name. */
const maxNameWords = 3;

/** The picture of an opening: one of these names, if it can be drawn. */
export const openingPicture = (names: readonly string[]): string =>
  names.filter((name) => name.split(' ').length <= maxNameWords).find(isDrawable) ?? noPicture;
