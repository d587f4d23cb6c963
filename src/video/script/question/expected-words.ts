import { countriesIn } from '../../picture/drawing/countries.ts';
import type { Question } from './question.ts';
import { splitWords, stem, toStems } from './words.ts';

const words = (list: string) => new RegExp(String.raw`\b(?:${list})\b`, 'i');

/** Verbs that answer for each other: "When was it founded?", "It was formed in 1636." */
const verbs: readonly {
  readonly asked: RegExp;
  readonly given: RegExp;
  readonly stems: readonly string[];
}[] = [
  {
    asked: words('founded|established|formed|created|started|set up|incorporated'),
    given: words(
      'founded|established|formed|created|started|set up|began|opened|chartered|incorporated|founders?|creat(?:es|ing)|dat(?:es|ing) (?:from|back)',
    ),
    stems: toStems('founded established formed created started set incorporated'),
  },
];

/** The verb of a question about when, or by whom, something came to be. */
export const verbOf = ({ asks, text }: Question) => {
  const verb = asks === 'when' || asks === 'who' ? verbs.find(({ asked }) => asked.test(text)) : undefined;
  return verb && asks === 'who' ? { ...verb, given: byWhom } : verb;
};

/** Something begins by itself; somebody founds it. */
const byWhom = words(
  'founded|founders?|established|formed|created|creators?|creat(?:es|ing)|set up|incorporated|chartered|started',
);

const ofName =
  /^what(?:'s| is| are| was| were) (?:the )?((?:[\p{L}-]+ ){0,2}[\p{L}-]+) of (?:the )?([\p{L}' -]+?)[\s?.!]*$/iu;
/** Words that may precede a noun without changing what it names; "sporting capital" is not "capital". */
const beforeNoun = words("the|an?|as|its|their|his|her|and|or|is|was|are|were|became|becomes|of|to|with|'s");
/** A sentence can answer "the name of his partner" without the word "name". */
const attribute = words('names?|titles?|types?|kinds?|sorts?|forms?|parts?|meaning|nationality|purpose');
const past = /\b(?:until|former(?:ly)?|once|previous(?:ly)?|served as)\b/i;

/**
 * Whether a sentence gives the head of "What is the capital of Australia?": the noun without another word that
 * narrows it, and of this name, unless the article is about it.
 */
export function givesHead({ text: question }: Question, text: string, name: readonly string[]): boolean {
  const [, phrase = '', of = ''] = ofName.exec(question) ?? [];
  const head = splitWords(phrase).at(-1);
  const owner = splitWords(of);
  if (head === undefined || attribute.test(head) || owner.length === 0 || owner.length > 3) return true;
  if (/^what(?:'s| is| are)\b/i.test(question) && past.test(text) && !past.test(question)) return false;
  const asked = splitWords(phrase).map(stem);
  const said = splitWords(text);
  return said.some((word, at) => {
    if (stem(word) !== stem(head)) return false;
    const before = said[at - 1] ?? '';
    const isPlain = before === '' || beforeNoun.test(before) || asked.includes(stem(before));
    const after = said.slice(at + 1, at + 4 + owner.length);
    const isOf = owner.every((each) => after.includes(each)) && after.includes('of');
    const isOwned = owner.at(-1) === before;
    return isOf ? isPlain : isOwned || (isPlain && name.length > 0);
  });
}

/** "What is civil disobedience?" and "Who were the Huguenots?" ask for a definition. */
export const isDefinitionAsked = ({ asks, text }: Question): boolean =>
  (asks === 'what' && /^what(?:'s| is| are)\b/i.test(text)) ||
  (asks === 'who' && /^who(?:'s| is| are| was| were)\b/i.test(text));

const defined = /^(.{1,90}?)\s(?:is|are|was|were|refers? to|means?)\s/iu;

/** "Civil disobedience is …", "It is …", but not "There are debates whether …". */
export const isDefinition = (text: string, name: readonly string[]): boolean => {
  const subject = defined.exec(text)?.[1] ?? '';
  if (name.length === 0) return false;
  // "The Intergovernmental Panel on Climate Change (IPCC) is …".
  const initials = /(?:\(|, )(\p{Lu}{2,8})(?:\)|,)$/u.exec(subject)?.[1];
  if (initials !== undefined && name.join() === stem(initials.toLowerCase())) return true;
  return (
    /^(?:It (?:is|was)|They (?:are|were)) (?:an?|the|one|any)\b/.test(text) ||
    toStems(subject.split(/[,(]/)[0] ?? '').join() === name.join()
  );
};

const someCountries = /\b(?:what|which) (?:\p{L}+ ){0,2}countries\b/iu;

/** Whether a sentence names countries, if these are asked for. */
export const namesCountries = ({ text: question }: Question, text: string): boolean =>
  !someCountries.test(question) ||
  countriesIn(text).filter((code) => !countriesIn(question).includes(code)).length >= 2;

/**
 * A sentence that starts like "This section is 86 km long" is about something other than the subject, unless the
 * question has that noun.
 */
const demonstrative = /^(?:This|That|These|Those) (\p{Ll}+)/u;
export const isAboutOther = ({ stems }: Question, text: string): boolean => {
  const noun = demonstrative.exec(text)?.[1];
  return noun !== undefined && !/^(?:is|are|was|were|has|had|can|may|would|will)$/.test(noun)
    ? !toStems(noun).some((each) => stems.includes(each))
    : false;
};
