import { capitalise } from '../../script/text.ts';
import { toStems } from '../../script/words.ts';
import type { ChainStep, Scene } from '../../storyboard.ts';
import { hasOtherVerb, isPlural, type Predicate, parseClause } from './clause.ts';

/** Texts longer than this are not read at a glance. */
const maxLabelChars = 60;
const maxVerbChars = 28;
const maxListed = 6;

/**
 * The diagram of what a sentence relates, found by its grammar: what something is made of, what lies above what,
 * what leads to what, what flows or turns into what, what does something to what. Undefined if there is none, or if
 * it is not certain. `before` is what a pronoun at the beginning means.
 */
export function findRelation(sentence: string, before = ''): Scene | undefined {
  const text = sentence
    .trim()
    .replace(/[.!?]["”’]?$/, '')
    .replace(/^(?:first|next|then|finally|also|today|however|in turn|at last),? /i, '');
  if (/[?“”"]/.test(text)) return undefined;
  return (
    findWhole(text, before) ??
    findLayers(text, before) ??
    findCause(text, before) ??
    findSequence(text, before) ??
    findActs(text, before)
  );
}

/** A label for a box: without article, conjunction and mark. */
function toLabel(text: string): string {
  const label = text
    .trim()
    .replace(/^(?:and|but|so|that|then|therefore|also)\s+/i, '')
    .replace(/[,;:.]+$/, '');
  const words = label.split(' ');
  return capitalise(words.length <= 5 && !parseClause(label) ? label.replace(/^(?:the|an?) /i, '') : label);
}

const isLabel = (text: string): boolean => text !== '' && text.length <= maxLabelChars;

const pronoun = /^(?:it|they|this|these|he|she)$/i;
const resolve = (text: string, before: string): string =>
  pronoun.test(text.trim()) && before !== '' ? before : text;

/** A clause whose pronoun is replaced by what it means, if that agrees in number. */
const resolveStart = (text: string, before: string): string =>
  before === ''
    ? text
    : text.replace(
        isPlural(before.toLowerCase().split(' ')) ? /^they (?=\p{L})/iu : /^it (?=\p{L})/iu,
        () => `${before} `,
      );

const splitList = (text: string): string[] =>
  text
    .split(/,\s+(?:and |or )?|\s+and\s+/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

const numerals = ['', 'one', 'two', 'three', 'four', 'five', 'six'];

const composing =
  /^(?:(?:is|are) (?:mostly |mainly |largely )?(?:made (?:up )?(?:of|from)|composed of|formed of|formed by)|consists? (?:mostly )?of|contains?|includes?|has|have|holds?|comprises?)$/i;

/** "Soil is made of minerals, water and air." */
function findWhole(text: string, before: string): Scene | undefined {
  const clause = parseClause(text);
  const [first] = clause?.predicates ?? [];
  if (!clause || !first || !composing.test(first.verb)) return undefined;
  const rest = text.slice(text.indexOf(first.verb) + first.verb.length);
  const listed = splitList(rest).map(toLabel);
  // "Two small moons, Phobos and Deimos" are two.
  const isCounted = numerals.indexOf(listed[0]?.split(' ')[0]?.toLowerCase() ?? '') === listed.length - 1;
  const parts = isCounted ? listed.slice(1) : listed;
  const whole = toLabel(resolve(clause.subject, before));
  if (parts.length < 2 || parts.length > maxListed || pronoun.test(whole)) return undefined;
  if (![whole, ...parts].every((part) => part.length <= 32 && part !== '')) return undefined;
  if (parts.some((part) => parseClause(part) !== undefined)) return undefined;
  return { kind: 'diagram', whole, parts };
}

const lower = '(?:directly |just |right )?(?:below|under|underneath|beneath)';
const upper = '(?:directly |just |right )?(?:above|over|on top of)';
const resting = '(?:lies?|sits?|stands?|rests?|floats?|is|are|comes?|stretch(?:es)?|was|were)';

/** "Groundwater lies below the soil", "Under the topsoil is subsoil": from the top down. */
function findLayers(text: string, before: string): Scene | undefined {
  const groups =
    new RegExp(
      `^(?<a>[^,]{2,40}?) ${resting} (?:(?<below>${lower})|(?<above>${upper}|(?<=(?:stand|sit|rest|float|lie)s? )(?:up)?on)) (?<b>[^,]{2,40}?)(?:,? (?:and )?(?<then>above|below) (?<c>[^,]{2,40}))?$`,
      'i',
    ).exec(text)?.groups ??
    new RegExp(
      `^(?:(?<above>${lower})|(?<below>${upper})) (?<b>[^,]{2,40}?),? (?:${resting}|there (?:is|are)) (?<a>[^,]{2,40}?)(?:, which .*|, and .*)?$`,
      'i',
    ).exec(text)?.groups;
  if (!groups?.a || !groups.b) return undefined;
  const [a, b] = [toLabel(resolve(groups.a, before)), toLabel(resolve(groups.b, before))];
  const inverted = new RegExp(`^(?:${lower}|${upper}) `, 'i').test(text);
  // "Under the soil is clay": the clay is below.
  const isBelow = inverted ? new RegExp(`^${lower} `, 'i').test(text) : groups.below !== undefined;
  const order = isBelow ? [b, a] : [a, b];
  if (groups.c) {
    const c = toLabel(groups.c);
    if (groups.then?.toLowerCase() === 'above') order.splice(order.indexOf(a) + 1, 0, c);
    else order.splice(order.indexOf(a), 0, c);
  }
  if (
    order.some((label) => label.length > 32 || pronoun.test(label) || /\d/.test(label) || parseClause(label))
  )
    return undefined;
  return { kind: 'layers', layers: order.map((label) => ({ label })) };
}

const chain = (steps: readonly ChainStep[]): Scene | undefined => {
  const isFit = steps.every(({ label, by = '' }) => isLabel(label) && by.length <= maxVerbChars);
  return isFit && steps.length >= 2 && steps.length <= maxListed
    ? { kind: 'chain', steps: [...steps] }
    : undefined;
};

/** "A because B", "A, so B", "when A, B", "without A, B". */
function findCause(text: string, before: string): Scene | undefined {
  const [, effect, cause] = /^(.+?),? because (?!of\b)(.+)$/i.exec(text) ?? [];
  if (effect && cause) {
    const [said, reason] = resolveBoth(effect, cause, before);
    return causes(reason, said);
  }
  const [, first, second] =
    /^(?:because|since|when|whenever|if|once|as|after|where) (.+?), (.+)$/i.exec(text) ??
    /^(.+?)(?:,|;) (?:so|therefore|as a result,?|which is why|and so|and therefore) (?!that\b)(.+)$/i.exec(
      text,
    ) ??
    /^(.+?),? and (?:so|therefore|as a result) (.+)$/i.exec(text) ??
    [];
  if (first && second) return causes(...resolveBoth(first, second, before));
  const [, lacking, result] =
    /^(without .+?), (.+)$/i.exec(text) ??
    /^(without (?:\S+ ){0,2}?\S+) ((?:the|they|it|there|an?) .+)$/i.exec(text) ??
    [];
  return lacking && result
    ? chain([{ label: capitalise(lacking) }, { label: toLabel(resolveStart(result, before)) }])
    : undefined;
}

/** Two clauses as they are spoken: a pronoun in the second means the subject of the first. */
function resolveBoth(first: string, second: string, before: string): [string, string] {
  const one = resolveStart(first, before);
  return [one, resolveStart(second, subjectOf(one) || before)];
}

const causes = (cause: string, effect: string): Scene | undefined =>
  chain([...splitClauses(cause), ...splitClauses(effect)].map((part) => ({ label: toLabel(part) })));

/** Whole clauses with their own subjects: "the gates close, and water flows into the lock". */
function splitClauses(text: string): string[] {
  const parts = text.split(/,\s+(?:and |then |and then )?|\s+and\s+(?:then\s+)?/);
  const isWhole = parts.every((part) => {
    const clause = parseClause(part.replace(/^(?:then|at night|during the day) /i, ''));
    return clause !== undefined && !pronoun.test(clause.subject);
  });
  return isWhole ? parts : [text];
}

function findSequence(text: string, before: string): Scene | undefined {
  const parts = splitClauses(text);
  // Two states do not follow each other.
  const isState = (part: string) =>
    parseClause(part)?.predicates.some(({ verb }) => !isPassive(verb) && describing.test(verb));
  if (parts.length < 2 || parts.some(isState)) return undefined;
  return chain(parts.map((part) => ({ label: toLabel(resolveStart(part, before)) })));
}

/** The subject moves or changes itself: its places follow each other. */
const moving =
  /^(?:(?:then )?(?:flows?|runs?|moves?|falls?|rises?|travels?|pass(?:es)?|goes|go|drains?|enters?|leaves?|spreads?|drifts?|sinks?|returns?|turns? into|changes? into|becomes?|melts? into|freezes? into|condenses? into|grows? into))\b/i;
/** Verbs that only describe: there is nothing to draw between the two. */
const describing =
  /^(?:is|are|was|were|can be|may be|has been|have been|had|remains?|seems?|lasts?|means?|costs?|weighs?|measures?|lives?(?: for)?|lived|takes? (?:about|around|\d)|knows?|estimates?|say|thinks?|believes?|need|needs)\b/i;
const isPassive = (verb: string): boolean =>
  /^(?:is|are|was|were|can be|may be|has been|have been) (?:\S+ )*\S+(?:ed|en|t|d|n) (?:by|to|in|into|with|from|of|over|on|for|through)$/i.test(
    verb,
  );

/** "Yeast eats sugar and gives off carbon dioxide." */
function findActs(text: string, before: string): Scene | undefined {
  const clause = parseClause(text.replace(/^(?:in|at|on|during|after|before|for|by) [^,]{2,40}, /i, ''));
  if (!clause) return undefined;
  const subject = toLabel(resolve(clause.subject, before));
  if (pronoun.test(subject) || /^(?:that|which|what|there|we|you|i)$/i.test(clause.subject)) return undefined;
  const told = clause.predicates.filter(isTelling);
  if (told.length < clause.predicates.length || told.length === 0 || told.length > 3) return undefined;
  const follows = told.every(({ verb }) => moving.test(verb));
  const steps = told.flatMap(({ verb, object }, i): ChainStep[] => {
    const by = verb.toLowerCase();
    // "Turns sugar into alcohol."
    const [, made, into] = told.length === 1 ? (/^(.+?) into (.+)$/.exec(object) ?? []) : [];
    if (made && into)
      return [
        { label: toLabel(made), by },
        { label: toLabel(into), by: 'into' },
      ];
    return [{ label: toLabel(object), by, ...(follows || i === 0 ? {} : { from: 0 }) }];
  });
  if (steps.some(({ label }) => label.split(' ').length > 9 || toStems(label).length === 0)) return undefined;
  return chain([{ label: subject }, ...steps]);
}

/** Whether a diagram only says who does what: a figure in its sentence tells more. */
export const isPlain = (scene: Scene): boolean =>
  scene.kind === 'chain' && scene.steps.some(({ by }) => by !== undefined);

const isTelling = ({ verb, object }: Predicate): boolean =>
  object !== '' &&
  !/^(?:it|they|them|you|us|me|itself|themselves|that|what|how|when|where|if)\b/i.test(object) &&
  !hasOtherVerb(object) &&
  (isPassive(verb) || !describing.test(verb));

/** What a pronoun in the next sentence means: the subject of this one. */
export function subjectOf(sentence: string): string {
  const subject = parseClause(sentence)?.subject ?? '';
  return pronoun.test(subject) || subject.split(' ').length > 5 ? '' : subject;
}
