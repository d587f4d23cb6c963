import { emojiNamed } from '../../picture/icons/emoji.ts';
import type { Scene } from '../../storyboard.ts';

import { type Sense, ties, type WordNet } from '../facts/wordnet.ts';
import { capitalised, clipped, listed, sentence } from '../text.ts';

import { type DraftBeat, diagramScene, listScene, oneOf, quoteScene, subjectScene } from './draft.ts';
import { drawable } from './drawable.ts';
import { factsOf, isInstance, isName, isPerson, isSeen, namedThing, one, spokenGloss } from './grammar.ts';

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

/** What it is a kind of, and that of, up to where words say nothing any more. */
export async function ladderOf(wordnet: WordNet, sense: Sense): Promise<Sense[]> {
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

export const drawingOf = async (wordnet: WordNet, ladder: readonly Sense[]): Promise<string> => {
  const step = tellingStep('\0', ladder);
  return step ? drawable(wordnet, step.words[0]!, step) : '';
};

/** What is true of all of its kind is true of it. */
export function inherited(word: string, ladder: readonly Sense[], draw: string): DraftBeat[] {
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
export async function opposite(wordnet: WordNet, word: string, sense: Sense): Promise<DraftBeat[]> {
  const [other] = await wordnet.tied(sense, ties.oppositeOf, 1);
  const name = other?.words[0];
  if (!other || !name) return [];
  return [
    {
      say: `Its opposite is ${name}: ${spokenGloss(other.definition)}.`,
      show: clipped(`${capitalised(word)} or ${name}?`, 60),
      scene: await sideBySide(wordnet, [word, sense], [name, other]),
    },
  ];
}

/** Who stands near it in the dictionary's tree: those that people know first. */
export async function relatives(
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
export async function sameRoot(wordnet: WordNet, word: string, sense: Sense): Promise<DraftBeat[]> {
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

export function family(word: string, ladder: readonly string[]): DraftBeat[] {
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

export async function parts(wordnet: WordNet, word: string, sense: Sense): Promise<DraftBeat[]> {
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

export async function kinds(wordnet: WordNet, word: string, sense: Sense): Promise<DraftBeat[]> {
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
export async function neighbour(wordnet: WordNet, word: string, sense: Sense): Promise<DraftBeat[]> {
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
      scene: await sideBySide(wordnet, [word, sense], [name, other]),
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

/** Two words, each with what can be drawn of it. */
async function sideBySide(
  wordnet: WordNet,
  [left, leftSense]: readonly [string, Sense],
  [right, rightSense]: readonly [string, Sense],
): Promise<Scene> {
  return {
    kind: 'comparison',
    left: clipped(capitalised(left), 40),
    right: clipped(capitalised(right), 40),
    left_subject: await drawable(wordnet, left, leftSense),
    right_subject: await drawable(wordnet, right, rightSense),
  };
}
