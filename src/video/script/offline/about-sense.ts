import type { Mood } from '../../storyboard.ts';
import type { Countries } from '../facts/countries.ts';
import type { Sense, WordNet } from '../facts/wordnet.ts';
import { capitalised, clipped, listed, sentence } from '../text.ts';
import { placeOf } from './about-country.ts';
import {
  drawingOf,
  family,
  inherited,
  kinds,
  ladderOf,
  neighbour,
  opposite,
  parts,
  relatives,
  sameRoot,
} from './around-sense.ts';
import { type Draft, type DraftBeat, listScene, oneOf, quoteScene, subjectScene } from './draft.ts';
import { drawable } from './drawable.ts';
import {
  comesInPieces,
  factsOf,
  isInstance,
  isPerson,
  isSeen,
  meaning,
  namedThing,
  one,
  spokenGloss,
} from './grammar.ts';

export const wordnetNote = 'Definitions: WordNet 3.1, Princeton University.';

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
