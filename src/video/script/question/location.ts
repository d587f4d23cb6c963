import type { Question } from './question.ts';

/** "Where is the Amazon River?" is not answered by who travelled on it. */
export const asksLocation =
  /^[Ww]here(?:'s| is| are| was| were) (?:the )?(?:\p{Ll}+ ){0,2}(?:\p{Lu}[\p{L}'’-]*\s?)+(?:located|situated|found)?\s?[?]?$/u;
const situates =
  /\b(?:located|situated|lies|lay|borders?|bordered|flows?|(?:north|south)(?:ern|east|west)?|(?:is|are|was|were) (?:an?|the) (?:(?!for\b|of\b)[\p{L}-]+ ){0,6}(?:in|on|off|near|(?:part|region|city|capital|state|province|coast|suburb) of) )/iu;

/** Whether a sentence says where the subject itself is: one about its cities does not. */
export function situatesSubject({ subject }: Question, text: string): boolean {
  const start = text.toLowerCase().replace(/^the /, '');
  const isSubject = start.startsWith(subject.toLowerCase()) || /^(?:It|They)\b/.test(text);
  // "Southern California is a centre of trade": the name itself has the word.
  const said = subject.split(' ').reduce((rest, word) => rest.replaceAll(new RegExp(word, 'giu'), ''), text);
  return isSubject && situates.test(said);
}
