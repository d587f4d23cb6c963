import type { Question } from './question.ts';
import { relationOf } from './relations.ts';
import { nameWords } from './sentence-names.ts';
import { toStems } from './words.ts';

/** Share of the question that a sentence must say if no article is about its subject and it names nothing. */
const minShare = 0.6;
/** The same for "how" and "why", whose answers cannot be recognised by a date, figure or name. */
const minShareOfReason = 0.75;

/**
 * Whether a sentence may answer a question that no article is about. Such sentences merely mention its words:
 * "drinking water" and "nuclear power plants" say nothing about how plants drink water.
 */
export function fitsUnnamed(question: Question, text: string): boolean {
  const { asks, stems } = question;
  const asked = [...new Set(stems)];
  const said = toStems(text);
  const share = asked.filter((each) => said.includes(each)).length / asked.length;
  switch (asks) {
    case 'list':
    case 'versus':
      return false;
    case 'how':
      // An article describes; it does not instruct.
      if (/^how (?:to|(?:do|does|can|should|could) (?:i|you|we|one))\b/i.test(question.text)) return false;
      return share >= minShareOfReason;
    case 'why':
      return share >= minShareOfReason;
    case 'what':
      if (definition.test(question.text)) return defines(text, asked);
      break;
  }
  if (nameWords(question.text).length > 0) return true;
  // The first word is the subject: what an octopus looks like is not what a sponge looks like.
  const isAbout = relationOf(question) === undefined || said.includes(asked[0] ?? '');
  return isAbout && share >= minShare;
}

/** Asks for a definition: "What is a cold?", or just one or two nouns. */
const definition = /^(?:what(?:'s| is| are)\s+)?(?:an?\s+|the\s+)?[\p{L}-]+(?:\s+[\p{L}-]+)?[\s?.!]*$/iu;

/** "Mercury is …", but neither "Mercury's orbit was …" nor "cold water is …". */
export function defines(text: string, asked: readonly string[]): boolean {
  const main = text.replace(
    /^(?:Founded|Formed|Established|Created|Built|Located|Known|Born)\b[^,]{1,120}, /u,
    '',
  );
  const subject =
    /^([^,(]{1,60}?)(?:\s*[,(].{1,60}?)?\s(?:is|are|was|were|became|means?|refers? to)\b/u.exec(main)?.[1] ??
    '';
  const named = toStems(subject);
  return (
    named.length === asked.length && asked.every((each) => named.includes(each)) && !/['’]s\b/.test(subject)
  );
}

const superlative =
  /\b((?!interest|forest|harvest|request|west|test|best|rest|nest|guest|suggest)\p{L}{3,}est)\s+(\p{L}+)/iu;

/** Whether a sentence has the superlative of the question about the same thing: at most two words before it. */
export function hasSuperlative(question: string, text: string): boolean {
  const [, degree, thing] = superlative.exec(question) ?? [];
  if (degree === undefined || thing === undefined) return true;
  const [most = '', of = ''] = toStems(`${degree} ${thing}`);
  const said = toStems(text);
  return said.some((each, at) => each === most && said.slice(at + 1, at + 3).includes(of));
}
