import { emojiNamed } from '../../film/drawing/emoji.ts';
import type { Mood } from '../../storyboard.ts';
import type { Countries } from '../facts/countries.ts';
import { type Sense, ties, type WordNet } from '../facts/wordnet.ts';
import { capitalised, clipped, listed, sentence } from '../text.ts';
import { placeOf } from './about-country.ts';
import {
  type Draft,
  type DraftBeat,
  diagramScene,
  listScene,
  oneOf,
  quoteScene,
  subjectScene,
} from './draft.ts';
import { drawable } from './drawable.ts';
import {
  comesInPieces,
  factsOf,
  isInstance,
  isName,
  isPerson,
  isSeen,
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
/** What a film can be written from without asking anybody. */
export interface Knowledge {
  readonly wordnet: WordNet;
  readonly countries: Countries;
}

interface Term {
  readonly word: string;
  readonly sense: Sense;
  readonly others: readonly Sense[];
}

/** A film about what a word means, of what the dictionary says of it and of what stands around it there. */
export async function aboutSense(
  { wordnet, countries }: Knowledge,
  { word, sense, others }: Term,
): Promise<Draft> {
  const shown = capitalised(word);
  const ladder = await ladderOf(wordnet, sense);
  const names = ladder.map(({ words }) => words[0]!);
  const solid = comesInPieces(sense);
  const [dated, inside, kin] = [
    times(word, sense),
    await parts(wordnet, word, sense),
    isPerson(sense) && !isInstance(sense) ? [] : await relatives(wordnet, word, sense, ladder),
  ];
  const beats = [
    ...definition(word, sense),
    ...dated,
    ...inside,
    ...(await opposite(wordnet, word, sense)),
    ...(solid ? [] : await sameRoot(wordnet, word, sense)),
    ...(isInstance(sense) ? places(sense, countries) : []),
    ...(solid && !isInstance(sense)
      ? inherited(word, ladder, await drawingOf(wordnet, ladder))
      : example(word, sense)),
    ...kin,
    ...(await kinds(wordnet, word, sense)),
    ...(isSeen(sense) || isInstance(sense) ? await neighbour(wordnet, word, sense) : []),
    ...(solid && !isInstance(sense) ? [...family(word, names), ...example(word, sense)] : []),
    ...otherMeaning(word, others),
    ...synonyms(word, sense),
    ...letters(word),
    ...(solid || isInstance(sense) ? [] : family(word, names)),
  ];
  const isPast = /\b1\d{3}\b|\b20\d\d\b/.test(sense.definition);
  return {
    title: isInstance(sense) ? shown : `${shown}, explained`,
    subject: await drawable(wordnet, word, sense),
    mood: isPast ? 'epic' : oneOf(word, moodsOf[sense.file] ?? (['curious', 'playful', 'warm'] as const)),
    hook: hookOf(word, sense, {
      isDated: dated.length > 0,
      hasParts: inside.length > 0,
      hasKin: kin.length > 0,
    }),
    hookScreen: shown,
    beats,
    close: oneOf(word, [
      `That was ${namedThing(word)}, by the dictionary. What should come next?`,
      `So now you can explain ${namedThing(word)}. What should we look up next?`,
    ]),
    closeScreen: 'Now you know',
    description: `${shown}: ${sense.definition}.\n\n${wordnetNote}`,
    tags: [word, ...sense.words.slice(0, 3), ...names.slice(0, 3), 'words', 'dictionary'],
  };
}

/** By the lexicographers' file: animals are wondered at, plants and food are not. */
const moodsOf: Readonly<Record<number, readonly Mood[]>> = {
  5: ['curious', 'playful'],
  13: ['warm', 'playful'],
  20: ['calm', 'warm'],
};

/** A question that the film then answers. */
function hookOf(
  word: string,
  sense: Sense,
  { isDated, hasParts, hasKin }: { isDated: boolean; hasParts: boolean; hasKin: boolean },
): string {
  if (isInstance(sense)) {
    const was = isDated ? 'was' : 'is';
    if (isPerson(sense)) return `Who ${was} ${word}, and what is behind that famous name?`;
    return `What ${was} ${namedThing(word)}${isDated ? ', and how long did it last' : ''}? You have heard the name.`;
  }
  if (!comesInPieces(sense))
    return oneOf(word, [
      `Everybody has heard of ${word}. But what does it really mean?`,
      `You know the word ${word}. But could you explain it in one sentence?`,
    ]);
  const thing = one(word, sense);
  const more = hasParts
    ? 'what is it put together from'
    : hasKin
      ? 'who are its relatives'
      : 'could you say it in one sentence';
  return `What makes ${thing} ${thing}? And ${more}?`;
}

const definition = (word: string, sense: Sense): DraftBeat[] => [
  {
    say: meaning(word, sense),
    show:
      isPerson(sense) && isInstance(sense)
        ? 'Who it was'
        : isInstance(sense) || isSeen(sense)
          ? 'What it is'
          : 'What it means',
    scene: subjectScene(factsOf(sense.definition)),
  },
];

/** The country that the gloss names, on the map. */
function places({ definition }: Sense, countries: Countries): DraftBeat[] {
  const named = countries.spokenOf(spokenGloss(definition));
  return named.length === 1 ? [placeOf(named[0]!.country, named[0]!.capital)] : [];
}

/** Years that the gloss names make a line of time. */
function times(word: string, sense: Sense): DraftBeat[] {
  const span = /\b(1\d{3}|20\d\d|[5-9]\d\d)(?:\s*[-–]\s*| to )(1\d{3}|20\d\d|[5-9]\d\d)\b/.exec(
    sense.definition,
  );
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

/** What it is a kind of, and that of, up to where words say nothing any more. */
async function ladderOf(wordnet: WordNet, sense: Sense): Promise<Sense[]> {
  const steps: Sense[] = [];
  let at: Sense | undefined = sense;
  for (let step = 0; step < 6 && at; step++) {
    at = (await wordnet.tied(at, ties.kindOf, 1))[0];
    const name = at?.words[0];
    if (!at || !name || abstract.has(name)) break;
    steps.push(at);
  }
  return steps;
}

const tellingGloss = 36;
const tellingStep = (word: string, ladder: readonly Sense[]): Sense | undefined =>
  ladder
    .slice(0, 3)
    .find(
      ({ definition }) =>
        spokenGloss(definition).length >= tellingGloss &&
        !definition.toLowerCase().includes(word.toLowerCase()) &&
        !/^(?:any of|\w+s having|all) /.test(definition),
    );

const drawingOf = async (wordnet: WordNet, ladder: readonly Sense[]): Promise<string> => {
  const step = tellingStep('\0', ladder);
  return step ? drawable(wordnet, step.words[0]!, step) : '';
};

/** What is true of all of its kind is true of it. */
function inherited(word: string, ladder: readonly Sense[], draw: string): DraftBeat[] {
  const step = tellingStep(word, ladder);
  if (!step) return [];
  const [name, gloss] = [step.words[0]!, spokenGloss(step.definition)];
  return [
    {
      say: `It is also ${one(name, step)}. That means: ${gloss}.`,
      show: `Also ${one(name, step)}`,
      ...(draw && { draw }),
      scene: quoteScene(sentence(gloss), `the dictionary on “${name}”`),
    },
  ];
}

/** Names, each once, those that people know first. */
async function knownFirst(wordnet: WordNet, names: readonly string[]): Promise<string[]> {
  const weighed = await Promise.all(
    [...new Set(names)].map(async (name) => ({ name, weight: await weightOf(wordnet, name) })),
  );
  return weighed.sort((a, b) => b.weight - a.weight).map(({ name }) => name);
}

const weightOf = async (wordnet: WordNet, name: string): Promise<number> =>
  (emojiNamed(name) ? 5 : 0) + Math.min(3, await wordnet.familiarity(name));

/** What it is not, as the dictionary has it. */
async function opposite(wordnet: WordNet, word: string, sense: Sense): Promise<DraftBeat[]> {
  const [other] = await wordnet.tied(sense, ties.oppositeOf, 1);
  const name = other?.words[0];
  if (!other || !name) return [];
  return [
    {
      say: `Its opposite is ${name}: ${spokenGloss(other.definition)}.`,
      show: clipped(`${capitalised(word)} or ${name}?`, 60),
      scene: {
        kind: 'comparison',
        left: clipped(capitalised(word), 40),
        right: clipped(capitalised(name), 40),
        left_subject: await drawable(wordnet, word, sense),
        right_subject: await drawable(wordnet, name, other),
      },
    },
  ];
}

/** Who stands near it in the dictionary's tree: those that people know first. */
async function relatives(
  wordnet: WordNet,
  word: string,
  sense: Sense,
  ladder: readonly Sense[],
): Promise<DraftBeat[]> {
  // Of persons and of thoughts only the next of kin: farther up, everything is related to everything.
  for (const above of ladder.slice(0, isPerson(sense) || !isSeen(sense) ? 1 : 3)) {
    // Under a roof as wide as this, people stand side by side who have nothing to do with each other.
    if (above.words.includes('person')) break;
    const near = await wordnet.tied(above, ties.kinds, 60);
    // A narrow roof has rooms: the squid lives one door further than the nautilus.
    const rooms =
      near.length > 8 ? [] : await Promise.all(near.map((each) => wordnet.tied(each, ties.kinds, 8)));
    const names = [...new Set([...near, ...rooms.flat()].map(({ words }) => words[0]!))].filter(
      (name) =>
        !sense.words.includes(name) &&
        !ladder.some(({ words }) => words.includes(name)) &&
        isName(name) === isName(word) &&
        name.length < 22,
    );
    const known = await Promise.all(
      names.map(async (name) => ({
        name,
        weight: (await weightOf(wordnet, name)) + (isName(name) && !isPerson(sense) ? 1 : 0),
      })),
    );
    const best = known
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, 4)
      .map(({ name }) => name);
    if (best.length < 2) continue;
    const roof = above.words[0]!;
    if (isInstance(sense))
      return [
        {
          say: `The dictionary names more of the kind ${roof}: ${listed(best)}.`,
          show: `More of the kind`,
          draw: await drawable(wordnet, roof, above),
          scene: listScene(best.map(capitalised)),
        },
      ];
    return [
      {
        say: `Meet its relatives: ${listed(best)}. The dictionary puts them all under one roof: ${roof}.`,
        show: 'Its relatives',
        draw: emojiNamed(best[0]!) ? best[0]! : await drawable(wordnet, roof, above),
        scene: diagramScene(capitalised(roof), best.map(capitalised)),
      },
    ];
  }
  return [];
}

/** Of a thing that cannot be seen: how its adjective or verb is used. */
async function sameRoot(wordnet: WordNet, word: string, sense: Sense): Promise<DraftBeat[]> {
  const start = word.toLowerCase().slice(0, 4);
  const tied = await wordnet.tied(sense, ['+'], 8);
  const found = tied.flatMap((each) => {
    const name = each.words.find((other) => other.toLowerCase().startsWith(start));
    const used = each.examples.find((text) => text.length <= 80 && text.toLowerCase().includes(start));
    return name && name !== word && each.part !== 'noun' ? [{ name, used, sense: each }] : [];
  });
  const best = found.find(({ used }) => used) ?? found[0];
  if (!best) return [];
  const said = `From the same root comes ${best.name}: ${spokenGloss(best.sense.definition)}.`;
  return [
    {
      say: best.used ? `${said} As in: ${sentence(best.used)}` : said,
      show: capitalised(best.name),
      scene: best.used
        ? quoteScene(sentence(best.used), `as in “${best.name}”`)
        : subjectScene(factsOf(best.sense.definition)),
    },
  ];
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
      show: 'What belongs to it',
      scene: diagramScene(capitalised(word), names.map(capitalised)),
    },
  ];
}

async function kinds(wordnet: WordNet, word: string, sense: Sense): Promise<DraftBeat[]> {
  const count = wordnet.count(sense, ties.kinds);
  if (count < 4) return [];
  const some = await knownFirst(
    wordnet,
    (await wordnet.tied(sense, ties.kinds, 40))
      .map(({ words }) => words[0]!)
      .filter((name) => name.length < 24 && isName(name) === isName(word)),
  );
  return [
    {
      say: `The dictionary lists ${count} kinds right below it, such as ${listed(some.slice(0, 3))}.`,
      show: 'How many kinds?',
      scene: { kind: 'number', value: count, unit: 'kinds', label: clipped(`of ${word} in WordNet`, 60) },
    },
  ];
}

/** What stands beside it under the same roof, to tell the two apart. */
async function neighbour(wordnet: WordNet, word: string, sense: Sense): Promise<DraftBeat[]> {
  const [above] = await wordnet.tied(sense, ties.kindOf, 1);
  if (!above) return [];
  const beside = (await wordnet.tied(above, ties.kinds, 30)).filter(
    ({ words, definition }) =>
      !sense.words.includes(words[0]!) &&
      isName(words[0]!) === isName(word) &&
      words[0]!.length < 28 &&
      definition.length < 110,
  );
  const pictured = beside.filter(({ words }) => emojiNamed(words[0]!) !== undefined);
  const known: Sense[] = [];
  for (const each of beside) if ((await wordnet.familiarity(each.words[0]!)) > 0) known.push(each);
  // One that nobody has heard of tells nothing apart.
  const choice = pictured.length > 0 ? pictured : known;
  const other = oneOf(word, choice.length > 0 ? choice : [undefined]);
  const name = other?.words[0];
  if (!other || !name) return [];
  const roof = above.words[0]!;
  const said = isInstance(sense)
    ? `Another ${roof} to know is ${namedThing(name)}: ${spokenGloss(other.definition)}.`
    : `Do not mix it up with ${one(name, other)}: ${spokenGloss(other.definition)}.`;
  return [
    {
      say: said,
      show: clipped(`${capitalised(word)} or ${name}?`, 60),
      scene: {
        kind: 'comparison',
        left: clipped(capitalised(word), 40),
        right: clipped(capitalised(name), 40),
        left_subject: await drawable(wordnet, word, sense),
        right_subject: await drawable(wordnet, name, other),
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
      show: 'How many meanings?',
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
  // Of a name, a person or a thought, what stands beside it in the tree leads away from the topic.
  if (isInstance(sense) || isPerson(sense) || !isSeen(sense)) return [];
  return [
    ...(await parts(wordnet, word, sense)),
    ...(await kinds(wordnet, word, sense)),
    ...(await relatives(wordnet, word, sense, await ladderOf(wordnet, sense))),
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
      show: 'How many letters?',
      scene: { kind: 'number', value: signs.length, unit: 'letters', label: clipped(`in “${word}”`, 60) },
    },
  ];
}
