import type { Scene } from '../../storyboard.ts';
import { type Sense, ties, type WordNet } from '../facts/wordnet.ts';
import { capitalised, clipped, listed, sentence } from '../text.ts';
import {
  type Draft,
  type DraftBeat,
  diagramScene,
  listScene,
  oneOf,
  quoteScene,
  subjectScene,
} from './draft.ts';

export const wordnetNote = 'Definitions: WordNet 3.1, Princeton University.';

const abstract = new Set([
  'entity',
  'physical entity',
  'abstraction',
  'abstract entity',
  'object',
  'physical object',
  'whole',
  'unit',
  'matter',
  'attribute',
  'psychological feature',
  'relation',
  'measure',
  'thing',
]);
const isName = (word: string): boolean => /^\p{Lu}/u.test(word);

export function article(word: string): string {
  if (isName(word)) return word;
  return /^(?:[aeio]|u(?!ni|se|k|r[aeiou]))|^hour|^honest|^heir/i.test(word) ? `an ${word}` : `a ${word}`;
}

/** A gloss without its asides, short enough to be said in one breath. */
export function spokenGloss(definition: string): string {
  const plain = definition
    .replace(/\s*\([^)]*\)\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:]+/, '')
    .trim();
  const parts = plain.split(/;\s*/);
  const said = parts[0]!.length < 60 && parts[1] ? `${parts[0]}, ${parts[1]}` : parts[0]!;
  return clipped(said, 190).replace(/…$/, '');
}

interface Term {
  readonly word: string;
  readonly sense: Sense;
  readonly others: readonly Sense[];
}

/** A film about what a word means, of what the dictionary says of it. */
export async function aboutSense(wordnet: WordNet, { word, sense, others }: Term): Promise<Draft> {
  const isInstance = sense.pointers.some(({ symbol }) => symbol === '@i');
  const shown = capitalised(word);
  const ladder = await ladderOf(wordnet, sense);
  const beats = [
    ...definition(word, sense, isInstance),
    ...times(word, sense),
    ...(await parts(wordnet, word, sense)),
    ...(await neighbour(wordnet, word, sense, isInstance)),
    ...family(word, ladder, isInstance),
    ...(await kinds(wordnet, word, sense)),
    ...example(word, sense),
    ...otherMeaning(word, others),
    ...synonyms(word, sense),
    ...letters(word),
  ];
  const isPast = /\b1\d{3}\b|\b20\d\d\b/.test(sense.definition);
  return {
    title: isInstance ? shown : `${shown}, explained`,
    subject: clipped(word, 40),
    mood: isPast ? 'epic' : oneOf(word, ['curious', 'playful', 'warm'] as const),
    hook: isInstance
      ? oneOf(word, [
          `You have heard the name: ${word}. Here is what it stands for.`,
          `${shown}. A name everybody knows, in half a minute.`,
        ])
      : oneOf(word, [
          `What exactly is ${article(word)}? Sharper than you would say it yourself.`,
          `You know the word ${word}. But could you explain it?`,
          `${shown}: one word, half a minute, and you will see it more clearly.`,
        ]),
    hookScreen: shown,
    beats,
    close: oneOf(word, [
      `That was ${word}, by the dictionary. Which word should come next?`,
      `So now you can explain ${word}. What should we look up next?`,
    ]),
    closeScreen: 'What should we look up next?',
    description: `${shown}: ${sense.definition}.\n\n${wordnetNote}`,
    tags: [word, ...sense.words.slice(0, 3), ...ladder.slice(0, 3), 'words', 'dictionary'],
  };
}

function definition(word: string, { definition, part }: Sense, isInstance: boolean): DraftBeat[] {
  const gloss = spokenGloss(definition);
  const pieces = definition
    .split(/[;,]| having | with | that | which | used | of the /)
    .map((piece) => piece.replace(/[()]/g, '').trim())
    .filter((piece) => piece.length > 3 && piece.length <= 60);
  const scene: Scene = subjectScene(
    pieces.length > 0 ? pieces.slice(0, 3).map(capitalised) : [capitalised(clipped(gloss, 60))],
  );
  const is =
    part === 'verb'
      ? `To ${word} means to ${gloss}.`
      : part === 'noun'
        ? nounIs(word, gloss, isInstance)
        : `${capitalised(word)} means: ${gloss}.`;
  return [{ say: sentence(is), show: capitalised(word), scene }];
}

function nounIs(word: string, gloss: string, isInstance: boolean): string {
  const begins =
    /^(?:a|an|the|any|some|one|someone|something|all|either|anyone|each|several|various|whatever) /i.test(
      gloss,
    );
  const described = begins || isInstance ? gloss : needsArticle(gloss) ? article(gloss) : gloss;
  if (isInstance) return `${capitalised(withArticle(word))}: ${gloss}.`;
  return `${capitalised(article(word))} is ${described}.`;
}

const withArticle = (name: string): string =>
  /\b(?:Revolution|War|Battle|Empire|Wall|Sea|Ocean|River|Mountains|Alps|Age|Peace|Treaty|Crusade)\b/.test(
    name,
  )
    ? `the ${name}`
    : name;

/** A gloss that begins with a thing in the singular wants an article before it. */
const needsArticle = (gloss: string): boolean =>
  !/^(?:\p{L}+s|(?:soft|hard|liquid|water|food|money|work|music|the|activity) ?\p{L}*) (?:of|that|which|in|for|with|used)/iu.test(
    gloss,
  ) || /^\p{L}+(?:-\p{L}+)? \p{L}+/u.test(gloss);

/** Years that the gloss names make a line of time. */
function times(word: string, { definition }: Sense): DraftBeat[] {
  const span = /\(?\b(1\d{3}|20\d\d|[5-9]\d\d)\s*[-–]\s*(1\d{3}|20\d\d|[5-9]\d\d)\b/.exec(definition);
  if (!span) return [];
  const [, from = '', to = ''] = span;
  const years = Number(to) - Number(from);
  if (years <= 0) return [];
  return [
    {
      say: `The dates are ${from} to ${to}: ${years} ${years === 1 ? 'year' : 'years'} from the first to the last.`,
      show: `${from}–${to}`,
      draw: '⏳',
      scene: {
        kind: 'timeline',
        points: [
          { when: from, what: clipped(`${capitalised(word)} begins`, 48) },
          { when: to, what: 'The end' },
        ],
      },
    },
  ];
}

async function ladderOf(wordnet: WordNet, sense: Sense): Promise<string[]> {
  const steps: string[] = [];
  let at: Sense | undefined = sense;
  for (let step = 0; step < 6 && at; step++) {
    at = (await wordnet.tied(at, ties.kindOf, 1))[0];
    const name = at?.words[0];
    if (!name || abstract.has(name)) break;
    steps.push(name);
  }
  return steps;
}

function family(word: string, ladder: readonly string[], isInstance: boolean): DraftBeat[] {
  const steps = ladder.slice(0, 4);
  if (steps.length < 2) return [];
  const [first, ...rest] = steps;
  const chain = rest.map((step) => article(step)).join(', and that is ');
  const subject = isInstance ? 'It counts as' : `${capitalised(article(word))} is a kind of`;
  const named = isInstance ? article(first!) : first!;
  return [
    {
      say: `${subject} ${named}. And that is ${chain}.`,
      show: 'Where it belongs',
      scene: listScene([word, ...steps].map(capitalised)),
    },
  ];
}

async function parts(wordnet: WordNet, word: string, sense: Sense): Promise<DraftBeat[]> {
  const found = [...(await wordnet.tied(sense, ties.hasParts)), ...(await wordnet.tied(sense, ties.madeOf))];
  const names = [...new Set(found.map(({ words }) => words[0]!))].filter((name) => name !== word).slice(0, 6);
  if (names.length < 2) return [];
  return [
    {
      say: `Look closer, and these belong to it: ${listed(names.slice(0, 5))}.`,
      show: `Parts of ${word}`,
      scene: diagramScene(capitalised(word), names.map(capitalised)),
    },
  ];
}

async function kinds(wordnet: WordNet, word: string, sense: Sense): Promise<DraftBeat[]> {
  const count = wordnet.count(sense, ties.kinds);
  if (count < 3) return [];
  const some = (await wordnet.tied(sense, ties.kinds, 4))
    .map(({ words }) => words[0]!)
    .filter((name) => name.length < 24);
  return [
    {
      say: `The dictionary lists ${count} kinds right below it, such as ${listed(some.slice(0, 3))}.`,
      show: `${count} kinds`,
      scene: { kind: 'number', value: count, unit: 'kinds', label: clipped(`of ${word} in WordNet`, 60) },
    },
  ];
}

/** What stands beside it under the same roof, to tell the two apart. */
async function neighbour(
  wordnet: WordNet,
  word: string,
  sense: Sense,
  isInstance: boolean,
): Promise<DraftBeat[]> {
  const [above] = await wordnet.tied(sense, ties.kindOf, 1);
  if (!above) return [];
  const beside = (await wordnet.tied(above, ties.kinds, 12)).filter(
    ({ words, definition }) =>
      !sense.words.includes(words[0]!) && isName(words[0]!) === isName(word) && definition.length < 110,
  );
  const other = oneOf(word, beside.length > 0 ? beside : [undefined]);
  const name = other?.words[0];
  if (!other || !name) return [];
  const roof = above.words[0]!;
  const said = isInstance
    ? `Another ${roof} is ${withArticle(name)}: ${spokenGloss(other.definition)}.`
    : `Do not mix it up with ${article(name)}: ${spokenGloss(other.definition)}. Both are kinds of ${roof}.`;
  return [
    {
      say: said,
      show: clipped(`${capitalised(word)} or ${name}?`, 60),
      scene: {
        kind: 'comparison',
        left: clipped(capitalised(word), 40),
        right: clipped(capitalised(name), 40),
        left_subject: clipped(word, 40),
        right_subject: clipped(name, 40),
      },
    },
  ];
}

function example(word: string, { examples }: Sense): DraftBeat[] {
  const [first] = examples;
  if (!first || first.length > 120) return [];
  return [
    {
      say: `In a sentence, it sounds like this: ${sentence(first)}`,
      show: 'In a sentence',
      scene: quoteScene(sentence(first), `how ${word} is used`),
    },
  ];
}

function otherMeaning(word: string, others: readonly Sense[]): DraftBeat[] {
  const [other] = others;
  if (!other) return [];
  const many = others.length + 1;
  return [
    {
      say: `The same word has ${many} meanings in the dictionary. Another one: ${spokenGloss(other.definition)}.`,
      show: `${many} meanings`,
      scene: { kind: 'number', value: many, unit: 'meanings', label: clipped(`of “${word}”`, 60) },
    },
  ];
}

function synonyms(word: string, { words }: Sense): DraftBeat[] {
  const others = words.filter((each) => each.toLowerCase() !== word.toLowerCase()).slice(0, 4);
  if (others.length === 0) return [];
  return [
    {
      say: `You may also hear it called ${listed(others, 'or')}.`,
      show: 'Other names',
      scene: listScene(others.map(capitalised)),
    },
  ];
}

/** Of any word the word itself can be told. */
export function letters(word: string): DraftBeat[] {
  const signs = [...word.replace(/[^\p{L}]/gu, '')];
  if (signs.length < 2) return [];
  const vowels = signs.filter((sign) => /[aeiouy]/i.test(sign.normalize('NFD')[0]!)).length;
  const backwards = signs.toReversed().join('').toLowerCase();
  const isMirror = backwards === signs.join('').toLowerCase();
  return [
    {
      say: `As a word it has ${signs.length} letters, ${vowels} of them vowels. ${isMirror ? 'Read backwards it stays the same.' : `It begins with ${signs[0]!.toUpperCase()} and ends in ${signs.at(-1)!.toUpperCase()}.`}`,
      show: clipped(`${signs.length} letters`, 60),
      scene: { kind: 'number', value: signs.length, unit: 'letters', label: clipped(`in “${word}”`, 60) },
    },
  ];
}
