import { verbOf } from './expected-words.ts';
import type { Question } from './question.ts';
import { splitWords, stem, toStems } from './words.ts';

const words = (list: string) => new RegExp(String.raw`\b(?:${list})\b`, 'i');

/**
 * Words that must occur in both the question and the sentence: "the first" is not just any, and "now" is not the
 * past.
 */
const sharedWords: readonly { readonly asked: RegExp; readonly given: RegExp }[] = [
  {
    asked: words('first|earliest|oldest'),
    given: words('first|earliest|oldest|original(?:ly)?|initial(?:ly)?'),
  },
  { asked: words('last|latest|final'), given: words('last|lasted|latest|final(?:ly)?|since|until') },
  { asked: words('second'), given: words('second|two') },
  {
    asked: words('currently|now|today|nowadays|at present'),
    given: words('current(?:ly)?|now|today|present|still|remains?|is|are|has|have|contains?|houses'),
  },
  {
    asked: words('(?:what|which) (?:religion|faith)|religious affiliation'),
    given:
      /\b(?:Catholic|Protestant|Christian|Orthodox|Lutheran|Calvinis|Anglican|Reformed|Muslim|Islam|Sunni|Shia|Jew|Judais|Hindu|Buddhis|Sikh|Jain|Taois|Shinto|Zoroastr|pagan|atheis|polytheis)/iu,
  },
  {
    asked: words('(?:what|which) (?:year|date|day|century|decade)'),
    given:
      /\b(?:1\d{3}|20\d{2})s?\b|\b\d{1,2}(?:st|nd|rd|th)[ -]centur|\b\d{1,4} (?:BCE?|AD|CE)\b|\b(?:AD|BC) \d/i,
  },
];

/** "When was he elected?": nobody knows who is meant. */
const unknownPerson = /\b(?:is|are|was|were|do|does|did|has|have|had|can|will|would) (?:he|she|they|it)\b/i;

/** "Who led …", "What numbers are mistaken for …": what was done is the question. */
const askedVerbs = [
  /^who (?!(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b)(\p{Ll}+)\b/iu,
  /^(?:what|which) (?:[\p{L}-]+ ){1,4}?(?:is|are|was|were) (\p{Ll}+e[dn])\b/iu,
];

/** "What do they eat?" is often answered by their prey; "What does she do?" by no certain word. */
const lastVerb = /^what (?:do|does|did|can) .+ (\p{Ll}+)\s*\??$/iu;
const eating = words('eats?|ate|eaten|eating|feeds?|feeding|fed|prey|diet|foods?|consumes?');

const comparison = words('than|compared|unlike|while|whereas|both|differs?|different|similar|but|instead');

/** Whether a sentence compares the two sides of a versus: one that has the words of both need not. */
function comparesSides({ asks, subject, other = '' }: Question, text: string): boolean {
  if (asks !== 'versus') return true;
  const said = toStems(text);
  const sides = [subject, other].map(toStems);
  return (
    comparison.test(text) &&
    sides.every((side) => side.every((each) => said.includes(each))) &&
    !/^\p{L}+, (?:these|this)\b/u.test(text)
  );
}

/** Whether a sentence lacks a word without which it cannot answer. */
export function lacksAsked(asking: Question, text: string): boolean {
  const { text: question } = asking;
  if (unknownPerson.test(question) || !comparesSides(asking, text)) return true;
  if (sharedWords.some(({ asked, given }) => asked.test(question) && !given.test(text))) return true;
  const deed = lastVerb.exec(question)?.[1]?.toLowerCase();
  if (deed === 'do' || (deed === 'eat' && !eating.test(text))) return true;
  if (verbOf(asking)) return false;
  return askedVerbs.some((asked) => {
    const verb = asked.exec(question)?.[1]?.toLowerCase();
    return verb !== undefined && !saysVerb(verb, text);
  });
}

/** The same verb, or a noun of its family: "invented", "the inventor". */
function saysVerb(verb: string, text: string): boolean {
  const root = stem(verb);
  return splitWords(text).some(
    (word) => stem(word) === root || (root.length > 4 && word.startsWith(root.slice(0, -1))),
  );
}
