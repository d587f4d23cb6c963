import { capitalise } from '../text.ts';
import { initialsAsked } from './relations.ts';
import { wordTopic } from './topic-wording.ts';
import { isStopWord, splitWords, stem } from './words.ts';

export const asksKinds = [
  'how',
  'why',
  'what',
  'when',
  'where',
  'who',
  'how-many',
  'which',
  'versus',
  'list',
] as const;
export type Asks = (typeof asksKinds)[number];

interface QuestionParts {
  readonly first: Question;
  /** Readings of the second part, most likely first. */
  readonly second: readonly Question[];
}

/** A topic, parsed as a question. */
export interface Question {
  /** The caller's text on one line, without requests such as "please explain". */
  readonly text: string;
  readonly asks: Asks;
  /** The subject, without the question words. */
  readonly subject: string;
  /** The second side of a comparison. */
  readonly other?: string | undefined;
  /** The two parts of a question: "How many hearts has it, and why?" */
  readonly parts?: QuestionParts | undefined;
  /** Number of items a list asks for. */
  readonly count?: number | undefined;
  /** Stems of the content words, in order. */
  readonly stems: readonly string[];
  /** It is phrased as a question, and may be spoken as one. */
  readonly isQuestion: boolean;
}

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const numeral = `(\\d{1,2}|${numbers.slice(2).join('|')}|several|some|the best|best|top|good|simple|easy)`;
const listed = new RegExp(
  `^(?:(?:what are|which are|here are) )?(?:the )?${numeral}?\\s*(?:\\w+ ){0,2}?(habits?|ways?|tips?|reasons?|facts?|steps?|rules?|methods?|tricks?|ideas?|things)\\b(?: (?:for|to|about|of|on|that|why|you)\\b)?\\s*(.*)$`,
  'i',
);
/** "Three reasons why Rome fell" asks why it fell. */
const reasonsWhy = new RegExp(
  `^(?:(?:what are|what were|here are) )?(?:the )?${numeral}?\\s*(?:main |big |real )?reasons? (?:why|for|behind|that) (.+)$`,
  'i',
);
/** "Top 5 longest rivers", "the ten largest countries". */
const ranking = new RegExp(
  `^(?:what are |which are )?(?:the )?(?:top (?=\\d|\\w+ )|(?=\\w+ \\w+est ))(\\d{1,2}|${numbers.slice(2).join('|')}) (.+)$`,
  'i',
);
const quantity =
  /^(?:about |roughly |over |around |approximately |at |by |for |in |to )?how (many|much|old|far|fast|tall|long|big|large|hot|cold|deep|high|heavy|often|wide|loud|strong|bright|small|quickly)\b\s*(.*)$/i;
const figures =
  /^(?:what(?:'s| is| was| are| were) )?(?:the )?(population|area|size|height|length|depth|weight|mass|age|speed|temperature|distance|price|cost|number|capacity|gdp|diameter|altitude|boiling point|melting point)s? of (.*)$/i;
const shares =
  /^(?:at |in |to )?what (?:percentage|percent|proportion|share|fraction|number|amount|temperature|speed|age|depth|height) (?:of |is |are |was |were |do |does |did )?(.+)$/i;

const inverted =
  /^(?:how|why|when|where)(?:'s| (?:is|are|was|were|do|does|did|can|could|will|would|should|may|must|has|have|had|come))\b/i;

/** The topic as a sentence: "How does git work?", but "How git works." */
export function sayTopic({ text }: Question): string {
  const bare = text.replace(/[\s?.!]+$/u, '');
  const isStatement =
    !/\?\s*$/.test(text) &&
    /^(?:how|why|when|where)\b/i.test(bare) &&
    !inverted.test(bare) &&
    !quantity.test(bare);
  return `${capitalise(bare)}${isStatement ? '.' : '?'}`;
}

/** Parses the kind of a question and its subject. The caller's text is only read, never executed. */
export function parseQuestion(topic: string): Question {
  const question = parseOne(topic);
  const parts = question.isQuestion ? parseParts(question) : undefined;
  return { ...question, ...(parts && { parts }) };
}

function parseOne(topic: string): Question {
  const text = wordTopic(topic).replace(/^(what|who|where|when|how|why)s(?= )/i, "$1's");
  const asked = text
    .replace(/^how come\b/i, 'why')
    .replace(/^(what|who|where|when|how|why)['’]s(?= )/i, '$1 is')
    .replace(
      / (?:during the day|these days|nowadays|in general|in the first place|any ?more)(?=[\s?!.]*$)/i,
      '',
    );
  const bare = asked.replace(/[\s?!.。？！]+$/u, '');
  const stems = splitWords(bare)
    .filter((word) => !isStopWord(word))
    .map(stem);
  const base = {
    text,
    stems,
    isQuestion:
      /\?\s*$/.test(text) ||
      /^(?:how|why|what|when|where|who|which|is|are|do|does|did|can|will|should)\b/i.test(asked),
  };
  const kind = classify(bare);
  // The requested number of items says nothing about their subject.
  const counted = kind.count === undefined ? [] : [String(kind.count), stem(numbers[kind.count] ?? '')];
  // "What year" says nothing about the subject either.
  const time = kind.asks === 'when' ? /^(?:in |on |at )?(?:what|which) (\w+)/i.exec(bare)?.[1] : undefined;
  const aside = initialsAsked({ text }) === undefined ? [] : ['stand'];
  const dropped = [...counted, ...aside, ...(time === undefined ? [] : [stem(time.toLowerCase())])];
  return { ...base, ...kind, stems: stems.filter((each) => !dropped.includes(each)) };
}

const verbs = 'is|are|was|were|do|does|did|can|could|will|would|should|has|have|had';
/** "… and why", "… and when was it built", but not "… know when to bloom and when to sleep". */
const secondPart = new RegExp(
  `(?:,|;|\\?| and| &)\\s+((?:(?:by|from|with) )?(?:how (?:many|much|old|long|tall|big|far|fast)|how|why|when|where|whom?|what)(?:\\s*$|(?<=whom?|what)\\s+(?!to\\b)\\p{L}+\\b.*$|\\s+(?:${verbs}|it|they|he|she|\\p{L}+ (?:${verbs}))\\b.*$))`,
  'iu',
);

const pronouns = /\b(?:it|they|them|he|him|she|her|its|their|his)\b/gi;
const hasPronoun = (text: string): boolean => text.search(pronouns) >= 0;

/** Both parts, each as a question of its own; the second has the subject of the first, if it has none. */
function parseParts(whole: Question): QuestionParts | undefined {
  const bare = whole.text.replace(/[\s?!.。？！]+$/u, '');
  const found = secondPart.exec(bare);
  const text = found?.[1]?.trim();
  if (!text || !found) return undefined;
  const first = parseOne(`${bare.slice(0, found.index)}?`);
  const own = listSubjects(first).map((subject) => parseOne(`${text.replace(pronouns, () => subject)}?`));
  if (own.some(({ stems }) => stems.length > 0))
    return { first, second: hasPronoun(text) ? own : own.slice(0, 1) };
  const asks = own[0]?.asks ?? first.asks;
  const rest = bare.slice(0, found.index).replace(/^(?:how (?:many|much|\w+)|\w+)\s+/i, '');
  return asks === first.asks ? undefined : { first, second: [{ ...first, asks, text: `${asks} ${rest}?` }] };
}

/**
 * What a pronoun after a question may stand for: its subject, or the beginning of it. "Why do cats purr" is about
 * "cats purr" and about cats.
 */
function listSubjects({ subject, text }: Question): string[] {
  const words = subject.split(' ');
  const hasPredicate = /^(?:why|how|when|where)(?:'s| (?:is|are|was|were|do|does|did))\b/i.test(text);
  return hasPredicate ? words.map((_, index) => words.slice(0, words.length - index).join(' ')) : [subject];
}

/** "What year" asks when, "Which president" asks who. */
const timeKind = /^(?:year|date|century|day|time|month|decade)\b/i;
const personKind =
  /^(?:\p{L}+ )?(?:person|man|woman|president|king|queen|emperor|leader|scientist|inventor|explorer|author|writer|poet|painter|artist|composer|actor|actress|singer|physicist|chemist|mathematician|philosopher|astronaut|general|minister)\b/iu;

function classify(bare: string): Pick<Question, 'asks' | 'subject' | 'other' | 'count'> {
  const sides = parseSides(bare);
  if (sides) return { asks: 'versus', subject: sides[0], other: sides[1] };
  const many = quantity.exec(bare);
  if (many) return { asks: 'how-many', subject: parseSubject(many[2] ?? '') || bare };
  const figure = figures.exec(bare);
  if (figure) return { asks: 'how-many', subject: parseSubject(figure[2] ?? '') };
  const share = shares.exec(bare);
  if (share) return { asks: 'how-many', subject: parseSubject(share[1] ?? '') };
  const cause = /^what (?:really |actually )?(?:causes?|caused|makes) (.+)$/i.exec(bare);
  if (cause) return { asks: 'why', subject: parseSubject(cause[1] ?? '') };
  const reasons = reasonsWhy.exec(bare);
  if (reasons) {
    const count = parseCount(reasons[1] ?? '');
    return { asks: 'why', subject: parseSubject(reasons[2] ?? ''), ...(count && { count }) };
  }
  const list = listed.exec(bare);
  if (list?.[3] && (list[1] || /^(?:habits?|ways?|tips?|reasons?|facts?|what are|which are)/i.test(bare))) {
    const count = parseCount(list[1] ?? '');
    return { asks: 'list', subject: parseSubject(list[3]), ...(count && { count }) };
  }
  const ranked = ranking.exec(bare);
  if (ranked) return { asks: 'list', subject: ranked[2] ?? bare, count: parseCount(ranked[1] ?? '') };
  const first =
    /^(?:(?:in|at|on|by|to|for|from|of|since|until) )?(how|why|when|where|who|whom|whose|which|what)(?:'s)?\b\s*(.*)$/i.exec(
      bare,
    );
  if (!first) return { asks: 'what', subject: parseSubject(bare) };
  const word = first[1]!.toLowerCase();
  const rest = first[2] ?? '';
  const asks: Asks =
    word === 'whom' || word === 'whose'
      ? 'who'
      : !/^(?:what|which)$/.test(word)
        ? (word as Asks)
        : timeKind.test(rest)
          ? 'when'
          : personKind.test(rest)
            ? 'who'
            : (word as Asks);
  return { asks, subject: parseSubject(rest) || bare };
}

const asCount = (word: string): number | undefined => {
  const at = numbers.indexOf(word.toLowerCase());
  const count = at >= 0 ? at : Number.parseInt(word, 10);
  return Number.isInteger(count) && count > 0 ? count : undefined;
};
const parseCount = (word: string): number | undefined => asCount(word.trim());

function parseSides(text: string): [string, string] | undefined {
  const patterns = [
    /^(?:what(?:'s| is| are) )?(?:the )?(?:main |key )?differences? between (.+?) and (.+)$/i,
    /^how (?:is|are|does|do) (.+?) (?:different|differ) from (.+)$/i,
    /^compare (.+?) (?:and|with|to) (.+)$/i,
    /^(?:comparison of|comparing) (.+?) (?:and|with) (.+)$/i,
    /^(.+?) and (.+?) compared$/i,
    /^(?:which is \w+|who is \w+|what is \w+|is it)[,:]? (.+?) or (.+)$/i,
    /^(?:which|who|what) (?:\w+ ){1,4}?(?:better|bigger|larger|faster|older|more\b.*|longer|healthier|safer|cheaper)[,:] (.+?) or (.+)$/i,
    /^(.+?)\s+(?:vs?\.?|versus|or|compared (?:to|with)|against)\s+(.+)$/i,
  ];
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [left, right] = [parseSubject(found[1] ?? ''), parseSubject(found[2] ?? '')];
    // "Or" inside another kind of question joins words; it does not compare.
    const isOther =
      /^(?:how|why|when|where|who(?! is \w+(?:er|est),)|in)\b/i.test(text) &&
      !/\b(?:vs?|versus|differ(?:ent)?)\b/i.test(text);
    if (left && right && !isOther && splitWords(left).length <= 6 && splitWords(right).length <= 8)
      return [left, right];
  }
  return undefined;
}

/** Strips a leading auxiliary verb and article, and a trailing verb such as "works", "is" or "means". */
function parseSubject(rest: string): string {
  return rest
    .replace(
      /^(?:(?:exactly|really|actually)\s+)*(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|had|to)\s+/i,
      '',
    )
    .replace(/^(?:exactly|really|actually)\s+/i, '')
    .replace(/^(?:a|an|the|my|your|our)\s+/i, '')
    .replace(/\s+(?:really |actually )?(?:works?|happens?|is|are|mean|means)(?: exactly)?$/i, '')
    .trim();
}
