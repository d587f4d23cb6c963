import type { Question } from '../script/question/question.ts';
import { givesWordsOf, initialsAsked, relationOf } from '../script/question/relations.ts';
import { capitalise } from '../script/text.ts';
import type { Sheet } from './sheet.ts';

/**
 * What a sheet says about a relation that the content words of the question do not name: "What is soap made of?"
 * Undefined if the question asks for none, or in the words of the sheet itself.
 */
export function findRelation(
  sheet: Sheet,
  question: Question,
): { readonly answers: boolean; readonly direct: readonly string[] } | undefined {
  const initials = initialsAsked(question);
  if (initials !== undefined) return toAnswer(textsOf(sheet).find((text) => givesWordsOf(initials, text)));
  const relation = relationOf(question);
  if (!relation) return undefined;
  const { asked, given } = relation;
  const titles = [sheet.title, ...sheet.answers.map((answer) => answer.question)];
  const isHow = (title: string) => question.asks === 'how' && /^how\b/i.test(title) && given.test(title);
  if (titles.some((title) => asked.test(title) || isHow(title))) return undefined;
  const about = startsWithSubject(sheet);
  return toAnswer(textsOf(sheet).find((text) => about.test(text) && given.test(text)));
}

const toAnswer = (text: string | undefined) => ({
  answers: text !== undefined,
  direct: text === undefined ? [] : [text],
});

const textsOf = ({ definition, answers, facts }: Sheet): string[] => [
  definition,
  ...answers.flatMap(({ answer }) => answer),
  ...facts.map(({ text }) => text),
];

/** Sentences about the subject itself: "The wires are made of …" is about a part of a touch screen. */
function startsWithSubject({ subject, aliases }: Sheet): RegExp {
  const names = [subject, ...aliases].map((name) => capitalise(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^(?:It|They|(?:(?:The|An?) )?(?:${names.join('|')}))\\b`, 'i');
}
