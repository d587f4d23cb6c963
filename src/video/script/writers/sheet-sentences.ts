import type { Sheet } from '../../almanac/sheet.ts';
import { withCapitals } from '../capitals.ts';
import type { Question } from '../question.ts';
import { capitalise } from '../text.ts';

/** "Area: 784,000 km² for Turkey; 132,000 km² for Greece." */
export function rowText(what: string, left: string, mine: string, right: string, its: string): string {
  if (mine.toLowerCase() === its.toLowerCase()) return `${capitalise(what)}: ${mine} for both.`;
  return `${capitalise(what)}: ${sideText(mine, left)}; ${sideText(its, right)}.`;
}

/** A side's name within a sentence, with the article used in the summary: "a tornado". */
export function sideName(side: string, summary: string): string {
  const at = summary.toLowerCase().indexOf(side.toLowerCase());
  const article = /\b(an?|the) $/i.exec(summary.slice(0, Math.max(0, at)))?.[1];
  return article ? `${article.toLowerCase()} ${side}` : side;
}

/**
 * "132,000 km² for Greece"; a value that contains a comma is closed by one: "Olympus, 2,918 m, for Greece".
 */
const sideText = (value: string, side: string): string =>
  `${value}${/,\s/.test(value) ? ',' : ''} for ${side}`;

/** "It is …" if the previous sentence has just named the subject in the same words. */
export function afterHook({ definition, subject, article }: Sheet, before: string): string {
  const named = capitalise(`${article} ${subject}`.trim());
  const rest = /^ (is|are|was|were) /.exec(definition.slice(named.length));
  const isPerson = / (?:is|was) an? [^.]{1,80},? who\b/.test(definition);
  if (!rest || isPerson || !definition.startsWith(named) || !before.startsWith(`${named} `))
    return definition;
  const pronoun = rest[1] === 'are' || rest[1] === 'were' ? 'They' : 'It';
  return `${pronoun}${definition.slice(named.length)}`;
}

const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const dayDate = new RegExp(`^\\d{1,2} (?:${months})\\b`);
const monthOrYear = new RegExp(`^(?:(?:${months}) )?(?:\\d{3,4}|\\d{1,4} (?:BC|AD))$`);

/** A date on screen is also spoken, as part of its sentence. */
export function withDate(date: string, text: string): string {
  const year = /\d{3,4}/.exec(date)?.[0] ?? date;
  if (text.includes(year)) return text;
  const lead = dayDate.test(date)
    ? `On ${date}`
    : monthOrYear.test(date)
      ? `In ${date}`
      : /^(?:About|After|Before|Around) /.test(date)
        ? date
        : undefined;
  return lead === undefined ? `${capitalise(date)}: ${text}` : `${lead}, ${withoutCapital(text)}`;
}

/**
 * Within a sentence only names keep their capital: a word that English also writes in lower case is not a
 * name.
 */
const withoutCapital = (text: string): string =>
  text.replace(
    /^(?:The|An?|It|Its|He|His|She|Her|They|Their|After|Before|In|On|At|About|Many|Most|Some|All|Two|Three|Four|Five|Six|Seven|Ten|More|People|Workers|Ships|Soldiers|Scientists|One|New|First|Nearly|Under|With|For|From|When|As|Work|Monks|Measurements|Resistance|Western|Lookouts)\b/,
    (word) => word.toLowerCase(),
  );

export const partText = (name: string, text: string): string =>
  /^(?:It|They|Here)\b/.test(text) ? `${name}: ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;

/** Only the publisher, or the authors of a study, are spoken; the description has the full reference. */
export function spokenSource(source: string): string {
  const isDated = /\((?:[^()]*\s)?(?:1[89]|20)\d\d\)\.?$/.test(source);
  const three = /^(\p{Lu}[\p{Ll}-]+, \p{Lu}[\p{Ll}-]+ and \p{Lu}[\p{Ll}-]+), /u.exec(source)?.[1];
  const author = three ?? /^((?:\p{Lu}\. )*\p{Lu}[\p{L}-]*\p{Ll}|.{3,40} and others), /u.exec(source)?.[1];
  if (author !== undefined && isDated && !/\p{Ll}\p{Lu}/u.test(author)) return `a study by ${author}`;
  return (source.replace(/\s*\([^)]*\)/g, '').split(/,\s+/)[0] ?? source).trim().replace(/[.?]$/, '');
}

/** The question with the names of a sheet in its spelling: "how tall is the eiffel tower". */
export function spellNames(question: Question, { subject, definition, facts, answers }: Sheet): string {
  const texts = [definition, ...facts.map(({ text }) => text), ...answers.flatMap(({ answer }) => answer)];
  // The first word of a sentence has a capital letter anyway.
  const paragraphs = texts.map((text) => `– ${text.charAt(0).toLowerCase()}${text.slice(1)}`);
  const { text } = withCapitals(question, [{ title: subject, paragraphs }]);
  const at = text.toLowerCase().indexOf(subject.toLowerCase());
  return at > 0 ? text.slice(0, at) + subject + text.slice(at + subject.length) : text;
}
