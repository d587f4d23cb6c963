import { capitalise, toOneLine } from './text.ts';
import { isFunctionWord, splitWords, toStems } from './words.ts';

export const asksKinds = [
  'how',
  'how-to',
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

/** A topic, parsed as a question. */
export interface Question {
  /** The caller's text on one line, without requests such as "please explain". */
  readonly text: string;
  readonly asks: Asks;
  /** The subject, without the question words. */
  readonly subject: string;
  /** The second side of a comparison. */
  readonly other?: string | undefined;
  /** The two parts of "How many hearts has it, and why?"; the second in each reading of its pronoun. */
  readonly parts?: { readonly first: Question; readonly second: readonly Question[] } | undefined;
  /** Number of items a list asks for. */
  readonly count?: number | undefined;
  /** Stems of the content words, in order. */
  readonly stems: readonly string[];
  /** It is phrased as a question, and may be spoken as one. */
  readonly isQuestion: boolean;
  /** It asks for nothing but the subject itself: "What is a comet?", "Marie Curie". */
  readonly asksSubject: boolean;
}

const auxiliaries = 'is|are|was|were|do|does|did|can|could|will|would|should|may|must|has|have|had';
const questionWord = `(?:how|why|when|where|who|whom|whose|what|which|${auxiliaries})`;
const trailing = /[\s?!.。？！]+$/u;

/** Requests around a topic, which say nothing about it. */
const lead =
  /^(?:(?:please|hey|hi|ok|okay)[,\s]+)*(?:(?:can|could|would) you )?(?:(?:please )?(?:tell (?:me|us)(?:(?: (?:more|something|a bit|a little))? about)?(?! something)|explain(?: to me)?(?:,? (?:like|as if) i(?:'?m| am) (?:five|5))?|eli5|describe|teach me(?: about)?|show me|give me|make (?:me )?(?:a )?(?:short )?(?:video|film)(?: (?:about|on|of))?|(?:a )?(?:short )?(?:video|film|explainer) (?:about|on|of)|i (?:want|would like) to (?:know|learn)(?: about)?|introduction to|all about|everything about)[:,\s]+)+/i;
const tail =
  /[\s,;:(–—-]+(?:(?:please )?explain(?:ed)?(?: (?:it|this))?(?: simply| briefly| for \w+| in \w+ (?:seconds?|minutes?))?|(?:(?:please )?explain(?:ed)? )?(?:like|as if) i(?:'?m| am) (?:five|5)|eli5|in (?:simple|plain|easy) (?:terms|words|english)|for dummies|please|thanks?(?: you)?)\)?(?=[\s?!.]*$)/i;
const pronoun = /\b(?:it|its|they|them|their|he|him|his|she|her)\b/gi;
/** "The steam engine: who improved it", "#coffee why does it keep you awake". */
const namedFirst = new RegExp(
  `^(?:#([\\p{L}\\p{N}_]+)|([^#:;,–—?]{2,40}?)\\s*[:;,–—])\\s+(${questionWord}\\b.*)$`,
  'iu',
);

/** The topic worded as a question, without hashtags, and with the thing that is named first for its pronoun. */
function wordTopic(topic: string): string {
  const text = toOneLine(topic);
  const bare = text
    .replace(/(?<=\S)(?:\s+#[\p{L}\p{N}_]+)+$/u, '')
    .replace(tail, '')
    .replace(lead, '')
    .trim();
  const [, tag, name, rest = ''] = namedFirst.exec(bare) ?? [];
  const thing = tag ?? name;
  const isNamed = thing !== undefined && rest.search(pronoun) >= 0 && !startsAsking.test(thing);
  const asked = isNamed
    ? rest.replace(pronoun, (word) =>
        /^(?:its|their|his)$/i.test(word) ? `${thing.trim()}'s` : thing.trim(),
      )
    : bare;
  const untagged = asked.replace(/(?<=^|\s)#(?=[\p{L}\p{N}])([\p{L}\p{N}_]+)/gu, (_, word: string) =>
    word.replaceAll('_', ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '),
  );
  return untagged.trim().replace(/^(what|who|where|when|how|why)s(?= )/i, "$1's") || text;
}
const startsAsking = new RegExp(`^${questionWord}\\b`, 'i');

const numbers = 'zero one two three four five six seven eight nine ten'.split(' ');
const measures =
  'old|far|fast|tall|long|big|large|hot|cold|deep|high|heavy|often|wide|loud|strong|bright|small|quickly';
const leadingMeasure = new RegExp(`^(?:${measures}) (?=\\w)`, 'i');
const numeral = `(\\d{1,2}|${numbers.slice(2).join('|')})`;
const kinds: readonly { readonly asks: Asks; readonly pattern: RegExp; readonly counted?: boolean }[] = [
  {
    asks: 'how-many',
    pattern: new RegExp(
      `^(?:(?:about|at|by|for|in|over|to) )?how (?:many|much|(?=${measures}))\\b\\s*(.*)$`,
      'i',
    ),
  },
  {
    asks: 'how-many',
    pattern:
      /^(?:what(?:'s| is| was| are| were) )?(?:the )?(population|area|size|height|length|depth|weight|mass|age|speed|temperature|distance|price|cost|number|capacity|diameter|altitude|boiling point|melting point|percentage|proportion|share)s? of (.*)$/i,
  },
  {
    asks: 'how-many',
    pattern:
      /^(?:at |in |to )?what (?:percentage|percent|proportion|share|fraction|number|amount|temperature|speed|depth|height)\b(?: of)?(.*)$/i,
  },
  { asks: 'how-to', pattern: /^how (?:to|(?:do|can|could|should) i)\b\s*(.+)$/i },
  { asks: 'why', pattern: /^what (?:really |actually )?(?:causes?|caused|makes) (.+)$/i },
  {
    asks: 'why',
    pattern: new RegExp(
      `^(?:the |here are )?${numeral}?\\s*(?:main |big )?reasons? (?:why|for|behind|that) (.+)$`,
      'i',
    ),
    counted: true,
  },
  {
    asks: 'list',
    pattern: new RegExp(
      `^(?:(?:what|which|here) are )?(?:the )?(?:best |top |good |simple |easy )?${numeral}?\\s*(?:best |good |simple |easy )?(?:habits?|ways?|tips?|reasons?|facts?|steps?|rules?|methods?|tricks?|ideas?|things)\\b(?: (?:for|to|about|of|on|that|you))?\\s+(.+)$`,
      'i',
    ),
    counted: true,
  },
  {
    asks: 'list',
    pattern: new RegExp(
      `^(?:(?:what|which) are )?(?:the )?(?:top (?=\\d|\\w+ )|(?=\\w+ \\w+est ))${numeral} (.+)$`,
      'i',
    ),
    counted: true,
  },
];
const sides = [
  /^(?:what(?:'s| is| are) )?(?:the )?(?:main |key )?differences? between (.+?) and (.+)$/i,
  /^how (?:is|are|does|do) (.+?) (?:different|differ) from (.+)$/i,
  /^(?:compare|comparison of|comparing) (.+?) (?:and|with|to) (.+)$/i,
  /^(.+?) and (.+?) compared$/i,
  /^(?:which|who|what|is it)\b[^,:]*(?:better|\w{3,}er|more \w+|worse)[,:]? (.+?) or (.+)$/i,
  /^(?!how|why|when|where|who|in\b)(.+?)\s+(?:vs?\.?|versus|or|compared (?:to|with))\s+(.+)$/i,
];
/** "What year" asks when, "Which president" asks who. */
const timeKind = /^(?:year|date|century|day|time|month|decade)\b/i;
const personKind =
  /^(?:\p{L}+ )?(?:person|man|woman|president|king|queen|emperor|leader|scientist|inventor|explorer|author|writer|poet|painter|artist|composer|actor|actress|singer|physicist|chemist|philosopher|astronaut|general|minister|pope)\b/iu;

/** Parses the kind of a question and its subject. The caller's text is only read, never executed. */
export function parseQuestion(topic: string): Question {
  const question = parseOne(topic);
  const parts = question.isQuestion ? parseParts(question) : undefined;
  return { ...question, ...(parts && { parts }) };
}

function parseOne(topic: string): Question {
  const text = wordTopic(topic);
  const bare = text
    .replace(trailing, '')
    .replace(/^how come\b/i, 'why')
    .replace(/^(what|who|where|when|how|why)['’]s(?= )/i, '$1 is')
    .replace(/ (?:during the day|these days|nowadays|in general|any ?more)$/i, '');
  const isQuestion = /\?\s*$/.test(text) || startsAsking.test(bare);
  const kind = classify(bare);
  const stems = toStems(kind.about);
  const asksSubject =
    (kind.asks === 'what' || kind.asks === 'who' || kind.asks === 'where') &&
    (!isQuestion || /^(?:what|who|where) (?:is|are|was|were) /i.test(bare)) &&
    // "The rival of Harvard" and "Harvard's rival" ask for more than what their words mean.
    isPlainName(kind.subject);
  const { about: _, ...asked } = kind;
  return { text, stems, isQuestion, asksSubject, ...asked };
}

/** `about` is the topic without the words of its form: "how many", "three habits for", "what year". */
function classify(
  bare: string,
): Pick<Question, 'asks' | 'subject' | 'other' | 'count'> & { readonly about: string } {
  for (const pattern of sides) {
    const [left = '', right = ''] = (pattern.exec(bare) ?? []).slice(1).map(parseSubject);
    if (left && right && splitWords(left).length <= 6 && splitWords(right).length <= 8)
      return { asks: 'versus', subject: left, other: right, about: `${left} ${right}` };
  }
  for (const { asks, pattern, counted } of kinds) {
    const found = pattern.exec(bare);
    if (!found) continue;
    const count = counted ? readCount(found[1]) : undefined;
    const about = found.slice(counted ? 2 : 1).join(' ');
    return {
      asks,
      subject:
        parseSubject((found.at(-1) ?? '').replace(asks === 'how-many' ? leadingMeasure : '', '')) || bare,
      about,
      ...(count && { count }),
    };
  }
  const [, word, rest = ''] =
    /^(?:(?:in|at|on|by|to|for|from|of|since|until) )?(how|why|when|where|who|whom|whose|which|what)\b\s*(.*)$/i.exec(
      bare,
    ) ?? [];
  if (word === undefined) return { asks: 'what', subject: parseSubject(bare), about: bare };
  const asked = { subject: parseSubject(rest) || bare, about: rest };
  const isOpen = /^wh(?:at|ich)$/i.test(word);
  if (isOpen && timeKind.test(rest)) return { asks: 'when', ...asked, about: rest.replace(timeKind, '') };
  if (/^wh(?:om|ose)$/i.test(word) || (isOpen && personKind.test(rest))) return { asks: 'who', ...asked };
  return { asks: word.toLowerCase() as Asks, ...asked };
}

const isPlainName = (subject: string): boolean => {
  const words = splitWords(subject);
  return words.length <= 4 && !words.some(isFunctionWord) && !/['’]s\b/.test(subject);
};

const readCount = (word: string | undefined): number | undefined => {
  if (word === undefined) return undefined;
  const at = numbers.indexOf(word.toLowerCase());
  return (at >= 0 ? at : Number.parseInt(word, 10)) || undefined;
};

/** Strips a leading auxiliary verb and article, and a trailing verb such as "works", "is" or "means". */
const parseSubject = (rest: string): string =>
  rest
    .trim()
    .replace(
      new RegExp(
        `^(?:(?:exactly|really|actually)\\s+)*(?:(?:${auxiliaries}|to)\\s+)?(?:(?:exactly|really)\\s+)?`,
        'i',
      ),
      '',
    )
    .replace(/^(?:a|an|the|my|your|our)\s+/i, '')
    .replace(/\s+(?:really |actually )?(?:works?|happens?|is|are|means?)(?: exactly)?$/i, '')
    .trim();

/** "… and why", "… and when was it built", but not "… know when to bloom and when to sleep". */
const secondPart = new RegExp(
  `(?:,|;|\\?| and| &)\\s+((?:(?:by|from|with) )?(?:how(?: (?:many|much|old|long|tall|big|far|fast))?|why|when|where|whom?|what)(?:$|(?<=whom?|what)\\s+(?!to\\b)\\p{L}.*$|\\s+(?:${auxiliaries}|it|they|he|she|\\p{L}+ (?:${auxiliaries}))\\b.*$))`,
  'iu',
);

/** Both parts, each as a question of its own; the second has the subject of the first, if it has none. */
function parseParts(whole: Question): Question['parts'] {
  const bare = whole.text.replace(trailing, '');
  const found = secondPart.exec(bare);
  const text = found?.[1]?.trim();
  if (!found || !text) return undefined;
  const first = parseOne(`${bare.slice(0, found.index)}?`);
  // "Why do cats purr" is about "cats purr" and about cats: a pronoun may stand for either.
  const words = first.subject.split(' ');
  const hasPredicate = new RegExp(`^(?:why|how|when|where) (?:${auxiliaries})\\b`, 'i').test(first.text);
  const subjects = hasPredicate
    ? words.map((_, i) => words.slice(0, words.length - i).join(' '))
    : [first.subject];
  const own = subjects.map((subject) => parseOne(`${text.replace(pronoun, () => subject)}?`));
  if (own.some(({ stems }) => stems.length > 0))
    return { first, second: text.search(pronoun) >= 0 ? own : own.slice(0, 1) };
  const asks = own[0]?.asks ?? first.asks;
  const rest = first.text.replace(/^(?:how (?:many|much|\w+)|\w+)\s+/i, '').replace(trailing, '');
  return asks === first.asks ? undefined : { first, second: [{ ...first, asks, text: `${asks} ${rest}?` }] };
}

/** The topic as a sentence: "How does git work?", but "How git works." */
export function sayTopic({ text, asks, isQuestion }: Question): string {
  const bare = text.replace(trailing, '');
  const isStatement =
    !isQuestion ||
    (!/\?\s*$/.test(text) &&
      asks !== 'how-many' &&
      /^(?:how|why|when|where)\b/i.test(bare) &&
      !new RegExp(`^\\w+(?:'s| (?:${auxiliaries}|come))\\b`, 'i').test(bare));
  return `${capitalise(bare)}${isStatement ? '.' : '?'}`;
}
