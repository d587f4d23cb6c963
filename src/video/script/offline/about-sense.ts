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
import {
  comesInPieces,
  factsOf,
  isInstance,
  isName,
  isPerson,
  meaning,
  namedThing,
  one,
  spokenGloss,
} from './grammar.ts';

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
interface Term {
  readonly word: string;
  readonly sense: Sense;
  readonly others: readonly Sense[];
}

/** A film about what a word means, of what the dictionary says of it. */
export async function aboutSense(wordnet: WordNet, { word, sense, others }: Term): Promise<Draft> {
  const shown = capitalised(word);
  const ladder = await ladderOf(wordnet, sense);
  const beats = [
    ...definition(word, sense),
    ...times(word, sense),
    ...(await parts(wordnet, word, sense)),
    ...(await neighbour(wordnet, word, sense)),
    ...(comesInPieces(sense) ? family(word, ladder) : []),
    ...(await kinds(wordnet, word, sense)),
    ...example(word, sense),
    ...otherMeaning(word, others),
    ...synonyms(word, sense),
    ...letters(word),
    ...(comesInPieces(sense) ? [] : family(word, ladder)),
  ];
  const isPast = /\b1\d{3}\b|\b20\d\d\b/.test(sense.definition);
  return {
    title: isInstance(sense) ? shown : `${shown}, explained`,
    subject: clipped(word, 40),
    mood: isPast ? 'epic' : oneOf(word, ['curious', 'playful', 'warm'] as const),
    hook: isInstance(sense)
      ? oneOf(word, [
          `You have heard of ${namedThing(word)}. Here is ${isPerson(sense) ? 'who that is' : 'what that is'}, in short.`,
          `${shown}. A name everybody knows, in half a minute.`,
        ])
      : oneOf(word, [
          `What exactly is ${one(word, sense)}? Could you say it in one sentence?`,
          `You know the word ${word}. But could you explain it?`,
          `${shown}: one word, half a minute, and you will see it more clearly.`,
        ]),
    hookScreen: shown,
    beats,
    close: oneOf(word, [
      `That was ${namedThing(word)}, by the dictionary. What should come next?`,
      `So now you can explain ${namedThing(word)}. What should we look up next?`,
    ]),
    closeScreen: 'What should we look up next?',
    description: `${shown}: ${sense.definition}.\n\n${wordnetNote}`,
    tags: [word, ...sense.words.slice(0, 3), ...ladder.slice(0, 3), 'words', 'dictionary'],
  };
}

const definition = (word: string, sense: Sense): DraftBeat[] => [
  { say: meaning(word, sense), show: capitalised(word), scene: subjectScene(factsOf(sense.definition)) },
];

/** Years that the gloss names make a line of time. */
function times(word: string, sense: Sense): DraftBeat[] {
  const span = /\b(1\d{3}|20\d\d|[5-9]\d\d)\s*[-–]\s*(1\d{3}|20\d\d|[5-9]\d\d)\b/.exec(sense.definition);
  const [, from = '', to = ''] = span ?? [];
  const years = Number(to) - Number(from);
  if (!span || years <= 0) return [];
  const [begins, ends] = isPerson(sense)
    ? ['Born', 'Died']
    : [clipped(`${capitalised(word)} begins`, 48), 'It ends'];
  const say = isPerson(sense)
    ? `Born in ${from}, died in ${to}: a life of about ${years} years.`
    : `It began in ${from} and ended in ${to}. That is ${years} ${years === 1 ? 'year' : 'years'} from first to last.`;
  const points = [
    { when: from, what: begins },
    { when: to, what: ends },
  ];
  return [{ say, show: `${from}–${to}`, draw: '⏳', scene: { kind: 'timeline', points } }];
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

function family(word: string, ladder: readonly string[]): DraftBeat[] {
  const steps = ladder.slice(0, 4);
  if (steps.length < 2) return [];
  return [
    {
      say: `Now climb its family tree, step by step: ${[word, ...steps].join(', ')}.`,
      show: 'Its family tree',
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
async function neighbour(wordnet: WordNet, word: string, sense: Sense): Promise<DraftBeat[]> {
  const [above] = await wordnet.tied(sense, ties.kindOf, 1);
  if (!above) return [];
  const beside = (await wordnet.tied(above, ties.kinds, 12)).filter(
    ({ words, definition }) =>
      !sense.words.includes(words[0]!) &&
      isName(words[0]!) === isName(word) &&
      words[0]!.length < 28 &&
      definition.length < 110,
  );
  const other = oneOf(word, beside.length > 0 ? beside : [undefined]);
  const name = other?.words[0];
  if (!other || !name) return [];
  const roof = above.words[0]!;
  const said = isInstance(sense)
    ? `Another ${roof} to know is ${namedThing(name)}: ${spokenGloss(other.definition)}.`
    : `Do not mix it up with ${one(name, other)}: ${spokenGloss(other.definition)}. Both are kinds of ${roof}.`;
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
  const first = examples.find(
    (each) => each.length <= 120 && each.toLowerCase().includes(word.toLowerCase().slice(0, 4)),
  );
  if (!first) return [];
  return [
    {
      say: `In a sentence, it sounds like this: ${sentence(first)}`,
      show: 'In a sentence',
      scene: quoteScene(sentence(first), `how ${word} is used`),
    },
  ];
}

function otherMeaning(word: string, others: readonly Sense[]): DraftBeat[] {
  const other = others.find(({ part }) => part === 'noun') ?? others[0];
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

/** More of what the dictionary knows of a thing, for whoever has told its meaning already. */
export async function moreAbout(wordnet: WordNet, word: string, sense: Sense): Promise<DraftBeat[]> {
  return [
    ...(await parts(wordnet, word, sense)),
    ...(await kinds(wordnet, word, sense)),
    ...(comesInPieces(sense) ? family(word, await ladderOf(wordnet, sense)) : []),
    ...(await neighbour(wordnet, word, sense)),
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
      say: `It is written with ${signs.length} letters, ${vowels} of them vowels. ${isMirror ? 'Read backwards it stays the same.' : `It begins with ${signs[0]!.toUpperCase()} and ends in ${signs.at(-1)!.toUpperCase()}.`}`,
      show: clipped(`${signs.length} letters`, 60),
      scene: { kind: 'number', value: signs.length, unit: 'letters', label: clipped(`in “${word}”`, 60) },
    },
  ];
}
