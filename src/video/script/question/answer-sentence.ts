import { countryCode } from '../../picture/drawing/countries.ts';
import { lacksAsked } from './asked-words.ts';
import {
  givesHead,
  isAboutOther,
  isDefinition,
  isDefinitionAsked,
  namesCountries,
  verbOf,
} from './expected-words.ts';
import { asksLocation, situatesSubject } from './location.ts';
import type { Asks, Question } from './question.ts';
import { givesWordsOf, initialsAsked, relationOf } from './relations.ts';
import { namesNew, nameWords, speaksOf, withoutNameParts } from './sentence-names.ts';
import { toStems } from './words.ts';

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';

/** Patterns of sentences that answer each kind of question. */
const answerPatterns: Partial<Record<Asks, RegExp>> = {
  when: new RegExp(
    `\\b(?:1\\d{3}|20\\d{2})s?\\b|\\b\\d{1,2}(?:st|nd|rd|th) century\\b|\\b(?:${months})\\b|\\b\\d{1,4} (?:BCE?|AD|CE)\\b|\\b(?:years?|days?|months?|decades?|annually|weekly)\\b`,
  ),
  'how-many':
    /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundreds?|thousands?|millions?|billions?|half|third|quarter|percent|dozen|most|none)\b/i,
  // Not the first word of a sentence, nor initials.
  who: /(?<=[^\s.!?:]\s)\p{Lu}\p{L}*\p{Ll}/u,
  where: /\b(?:in|at|near|from|of|to)\s+(?:the\s+)?\p{Lu}\p{L}+/u,
  why: /\b(?:because|due to|as a result|since|therefore|caused?|so that|in order to|reason|to avoid|leads? to|owing to|for this)\b/i,
  how: /\b(?:by|through|using|when|then|process|method|with)\b/i,
};

/** "What is it called", "What does it mean". */
const asksName =
  /\b(?:called|known as|named|nicknamed|termed|names? (?:of|for)|terms? for|means?|meaning)\b/i;
const givesName =
  /\b(?:called|known|named?|nicknamed|termed|referred to|dubbed|means?|meaning|derived|translated)\b/i;

/** What a sentence that answers the question usually contains. */
export const answerPatternOf = ({ asks, text }: Question): RegExp | undefined =>
  (asks === 'what' || asks === 'which') && asksName.test(text) ? givesName : answerPatterns[asks];

/** Whether a sentence has the words that give the measure, or the verb, that is asked for. */
export function hasExpectedWords(question: Question, text: string): boolean {
  if (asksLocation.test(question.text)) return situatesSubject(question, text);
  if (question.asks !== 'how-many') return verbOf(question)?.given.test(text) ?? false;
  const { given, figure = /\d/ } = measures.find(({ asked }) => asked.test(question.text)) ?? {};
  return given?.test(text) === true && figure.test(text.replace(yearOrDay, ''));
}

/** Whether a sentence has the measure that is asked for, if one is. */
export const saysMeasure = (question: Question, text: string): boolean =>
  !measures.some(({ asked }) => asked.test(question.text)) || hasExpectedWords(question, text);

const durations = 'seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centur(?:y|ies)';
const distances = 'kilomet(?:re|er)s?|km|miles?|met(?:re|er)s?|feet|light[- ]years?';
const words = (list: string) => new RegExp(String.raw`\b(?:${list})\b`, 'i');

/** What is asked with one word is often given with another: "How deep" is answered by "a depth of 310 metres". */
const measures: readonly { readonly asked: RegExp; readonly given: RegExp; readonly figure?: RegExp }[] = [
  { asked: words('deep|depth'), given: words('deep|depth|deepest') },
  {
    asked: words('tall|high|height|altitude'),
    given: words('tall|tallest|high|highest|height|altitude|elevation|rises|above sea level'),
  },
  { asked: words('wide|diameter'), given: words('wide|width|across|broad|diameter') },
  {
    asked: words('heavy|weight|mass'),
    given: words('heavy|heaviest|weighs?|weighed|weight|mass|kilograms?|kg|grams?|tonnes?|tons?'),
  },
  {
    asked: words('old|age'),
    given: words('old|oldest|aged?|years ago|founded|built|born|established|formed|dates? (?:from|back)'),
  },
  { asked: words('fast|speed'), given: words('fast|fastest|speeds?|per second|per hour|an hour|a second') },
  {
    asked: words('hot|cold|temperature|boiling point|melting point'),
    given: /\bdegrees?\b|\btemperatures?\b|\bkelvin\b|°|\d K\b/i,
  },
  { asked: words('far|distance'), given: words(`distances?|away|${distances}`) },
  {
    asked: /\bhow long (?:is|are|was|were)\b|\blength\b/i,
    given: words('long|longest|length|lasts?|lasted'),
    // A year in a sentence about the length is no length.
    figure: new RegExp(`\\d[\\s-]?(?:${distances}|${durations}|cm|mm|inch(?:es)?|m|mi|ft)\\b`, 'i'),
  },
  { asked: words('how long'), given: words(durations) },
  {
    asked: words('big|large|size|area'),
    given: words(`area|size|square|large|larger|largest|big|bigger|covers?|across|diameter|${distances}`),
    // The largest community of a city does not say how large the city is.
    figure: new RegExp(
      `\\d\\s?(?:million |billion )?(?:square|sq|hectares?|acres?|ha|km|times|people|inhabitants|residents|${distances})\\b|population (?:of|was|is|estimated)`,
      'i',
    ),
  },
  {
    asked: words('how often'),
    given: words(`times|once|twice|every|daily|weekly|monthly|yearly|annually|${durations}`),
  },
  { asked: words('price|cost'), given: /[$€£]|\b(?:dollars?|euros?|pounds?|cents?|costs?|price)\b/i },
  {
    asked: words('percent(?:age)?|proportion|share|fraction'),
    given:
      /%|\b(?:per ?cent|half|third|quarters?|fifths?|tenths?|majority|most|(?:one|two|three) (?:in|out of))\b/i,
  },
  { asked: words('population|inhabitants'), given: words('population|inhabitants|people|residents') },
];
const measureStems = new Set(
  toStems(
    'deep depth tall high height altitude wide diameter heavy weight mass old age fast speed hot cold temperature boiling melting point far distance long length big large size area often price cost population inhabitants take last number percent percentage proportion share fraction',
  ),
);

/** Headings, table captions and notes do not end in a full stop. */
const isSentence = /[.!?]["”’»)]*$/u;
/** A question why something is not so needs an answer with a negation. */
export const negation = /\b(?:no|not|never|without|cannot|none)\b|n['’]t\b/i;
/** A sentence about what people wrongly believe. */
const misbelief = /\b(?:misconceptions?|myths?|mistakenly|misunderstood|wrongly|falsely)\b/i;
const clauseEnd = /[,;:]\s/;
const includesAll = (all: readonly string[], some: readonly string[]): boolean =>
  some.every((each) => all.includes(each));
const yearsOf = (text: string): string[] => text.match(/\b(?:1\d{3}|20\d{2})\b/g) ?? [];
/** What is counted: the words between "how many" and the verb or preposition. */
const countedThing =
  /\bhow many (.+?)(?: (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|live|in|of|on|at|per|there)\b|[?.!]|$)/i;
const yearOrDay = /\b(?:1\d{3}|20\d{2})s?\b|\b\d{1,2} (?=\p{Lu})|(?<=\p{Lu}\p{Ll}+ )\d{1,2}\b/gu;
/** The number of people is also given as a population. */
const peopleStems = toStems('people population inhabitants residents');

/** Whether a clause has both a number and what the question counts: dates are not numbers of anything. */
function countsAsked(question: string, text: string): boolean {
  const counted = toStems(countedThing.exec(question)?.[1] ?? '');
  if (counted.length === 0) return true;
  const wanted = counted.some((each) => peopleStems.includes(each)) ? [...counted, ...peopleStems] : counted;
  return text.split(clauseEnd).some((clause) => {
    const said = toStems(clause);
    return (
      answerPatterns['how-many']?.test(clause.replace(yearOrDay, '')) &&
      wanted.some((each) => said.includes(each))
    );
  });
}

/** Questions for one of a kind of place: "What province has …" is answered by its name. */
const asksPlaceKind =
  /\b(?:what|which) (?:(?!(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|the|an?) )[\p{L}-]+ ){0,3}(?:country|nation|city|town|village|state|province|region|county|continent|island|river|lake|ocean|sea|mountain|desert|capital|street|district|building)s?\b(?! of\b)/iu;
const aCountry = /\b(?:what|which) (?:[\p{L}-]+ ){0,2}(?:country|nation|state|region|continent)\b/iu;

/** Whether a sentence has a name that the question has not: that of a country is not that of a city. */
const namesPlace = ({ text: question, stems }: Question, text: string): boolean => {
  const isCountry = (name: string): boolean => countryCode(name) !== undefined;
  return namesNew(stems, text, { isName: (name) => aCountry.test(question) || !isCountry(name) });
};
/** "Kinds of immunity": a sentence about kinds of something else does not list them. */
const kindsOf =
  /\b(?:types?|kinds?|forms?|sorts?|classes|branches|categories|groups|stages|parts) of ((?:[\p{L}-]+\s?){1,3})/giu;

/** Whether the question asks for kinds of something that the sentence does not mention, or has no kinds of. */
function lacksKinds(question: string, text: string): boolean {
  const stemsAfter = (each: string) => [...each.matchAll(kindsOf)].map(([, of = '']) => toStems(of));
  const asked = stemsAfter(question).flat();
  if (asked.length === 0) return false;
  const kinds = stemsAfter(text);
  return (kinds.length > 0 ? kinds : [toStems(text)]).every(
    (said) => !said.some((each) => asked.includes(each)),
  );
}

/** A reason or a way can be given in any words; a date, a figure, a name or a place cannot. */
const mustMatch: ReadonlySet<Asks> = new Set(['when', 'how-many', 'who', 'where']);
/** Share of the question's other words that the sentence must contain. */
const minShare = 0.4;
/** "Why is oxygen important?" is not answered by something else that is important. */
const whyImportant = /^why (?:is|are|was|were)\b.*\b(?:important|special|famous|significant|useful)\b/i;
const sayWhyImportant = words('because|vital|essential|necessary|needed|required|known for|famous for');
/** Adverbs such as "eventually" and "typically" add no content. */
const adverb = /\b\p{Ll}{3,}ly\b/gu;
/** Kinds of questions whose answers have no typical form. */
const freeFormKinds: ReadonlySet<Asks> = new Set(['what', 'which', 'where']);
/** "William would gain what throne?" */
const verbBeforeAsked = /(?<!\p{L})(\p{Ll}+) (?:what|which)\b/u;
/** "What city did they settle near?" */
const verbAtEnd =
  /\b(?:do|does|did) .*?(?<!\p{L})(\p{Ll}+)(?: (?:near|in|at|to|from|on|by|into|along|with|for))?\s*\?*$/u;
/** Attributes that a question names and an answer leaves out: "a Scottish engineer" gives the nationality. */
const attributeStems = new Set(
  toStems(
    'nationality profession occupation religion language color name type kind sort form part two three four five six seven',
  ),
);
/** A question with so few words and no name must be answered within one clause; anything else is a coincidence. */
const fewWords = 2;

/** Whether the answer is a date, a figure, a name or a place. */
export const hasAnswerForm = (asks: Asks): boolean => mustMatch.has(asks);

/** Whether a sentence has the form of the answer: a date for "when", a figure for "how many". */
export const givesForm = (asks: Asks, text: string): boolean =>
  !mustMatch.has(asks) || answerPatterns[asks]?.test(text) !== false;

/**
 * Whether a sentence gives what is asked: a date, a figure of this measure, a name, a place or a reason, with
 * the words of the question. `name` has the stems of the subject's name, which every sentence about it may
 * contain or replace with "it".
 */
export function carriesAnswer(question: Question, text: string, name: readonly string[]): boolean {
  const { asks } = question;
  if (!givesForm(asks, text) || !isSentence.test(text)) return false;
  if (misbelief.test(text) && !misbelief.test(question.text)) return false;
  if (asks === 'why' && negation.test(question.text) && !negation.test(text)) return false;
  if (asks === 'how-many' && !countsAsked(question.text, text)) return false;
  const measure = asks === 'how-many' ? measures.find(({ asked }) => asked.test(question.text)) : undefined;
  if (measure && !measure.given.test(text)) return false;
  if (measure?.figure?.test(text) === false) return false;
  if (lacksAsked(question, text)) return false;
  const verb = verbOf(question);
  if (verb && !verb.given.test(text)) return false;
  if (measure && isAboutOther(question, text)) return false;
  if (!namesCountries(question, text) || !givesHead(question, text, name)) return false;
  if (asksPlaceKind.test(question.text) && !namesPlace(question, text)) return false;
  if (lacksKinds(question.text, text)) return false;
  const initials = initialsAsked(question);
  if (initials !== undefined && !givesWordsOf(initials, text)) return false;
  if (asksLocation.test(question.text) && !situatesSubject(question, text)) return false;
  const own = withoutNameParts(question.text, text);
  const said = new Set(toStems(own));
  const adverbs = toStems((question.text.match(adverb) ?? []).join(' '));
  const focus = [...new Set(question.stems)].filter(
    (each) =>
      !name.includes(each) &&
      !(measure && measureStems.has(each)) &&
      !verb?.stems.includes(each) &&
      !adverbs.includes(each),
  );
  // "Silver chains" says what the chains are made of, which only answers a question that asks for nothing else.
  if (focus.length <= 1 && relationOf(question)?.given.test(text) === false) return false;
  if (!yearsOf(question.text).every((year) => text.includes(year))) return false;
  if (!speaksOf(name, question.stems, text)) return false;
  if (focus.length === 0 && isDefinitionAsked(question) && !isDefinition(text, name)) return false;
  if (focus.length === 0)
    return measure !== undefined || verb !== undefined || name.some((each) => said.has(each));
  if (whyImportant.test(question.text) && !sayWhyImportant.test(text)) return false;
  if (!saysWhatIsAsked(question, focus, said)) return false;
  const isFew = focus.length <= fewWords && nameWords(question.text).every((each) => name.includes(each));
  return isFew
    ? own.split(clauseEnd).some((clause) => includesAll(toStems(clause), focus))
    : hasShare(focus, said);
}

const hasShare = (wanted: readonly string[], said: ReadonlySet<string>): boolean =>
  wanted.filter((each) => said.has(each)).length >= wanted.length * minShare;

/**
 * Whether a sentence says what is asked about its subject, such as that they "settle"; a date or a figure is
 * recognised by its form. Words that the question repeats, and the verb of "gain what throne", must occur.
 */
function saysWhatIsAsked(
  { asks, text, stems }: Question,
  focus: readonly string[],
  said: ReadonlySet<string>,
): boolean {
  if (!freeFormKinds.has(asks)) return true;
  const names = nameWords(text);
  const needed = [
    ...toStems(verbBeforeAsked.exec(text)?.[1] ?? ''),
    ...(asksPlaceKind.test(text) ? toStems(verbAtEnd.exec(text)?.[1] ?? '') : []),
    ...focus.filter((each) => stems.indexOf(each) !== stems.lastIndexOf(each)),
  ];
  const asked = focus.filter((each) => !names.includes(each) && !attributeStems.has(each));
  return needed.every((each) => said.has(each)) && hasShare(asked, said);
}

/** Share of the question's words that a sentence contains, not counting the subject's name. */
export function shareSaid(
  { stems, text: question }: Question,
  text: string,
  name: readonly string[],
): number {
  const said = new Set(toStems(withoutNameParts(question, text)));
  const focus = [...new Set(stems)].filter((each) => !name.includes(each));
  return focus.length === 0 ? 1 : focus.filter((each) => said.has(each)).length / focus.length;
}

/** Whether the question says nothing about whose figure, date or name it asks for. */
export const namesNothing = ({ asks, text }: Question, name: readonly string[]): boolean =>
  mustMatch.has(asks) && name.length === 0 && nameWords(text).length === 0;
