import type { Sense } from '../facts/wordnet.ts';
import { capitalised, clipped } from '../text.ts';

/** Several of a thing, by its ending: not "octopus", "glass" or "basis". */
const isPlural = (word: string): boolean => /(?<![suia])s$/i.test(word);

export const isName = (word: string): boolean => /^\p{Lu}/u.test(word);

export const isInstance = ({ pointers }: Sense): boolean => pointers.some(({ symbol }) => symbol === '@i');

/** Lexicographers' files of what comes in pieces: animals, artefacts, bodies, groups, places, objects, persons, plants. */
const pieces = new Set([5, 6, 8, 14, 15, 17, 18, 20]);
export const isPerson = ({ file }: Sense): boolean => file === 18;
/** Foods and substances: not counted, but seen. */
export const isSeen = (sense: Sense): boolean => pieces.has(sense.file) || [13, 27].includes(sense.file);
export const comesInPieces = (sense: Sense): boolean => pieces.has(sense.file);

function article(word: string): string {
  if (isName(word)) return word;
  return /^(?:[aeio]|u(?!ni|se|k|r[aeiou]))|^hour|^honest|^heir/i.test(word) ? `an ${word}` : `a ${word}`;
}

/** A word as one of its kind ("an octopus"), or as it is where it cannot be counted ("bread"). */
export const one = (word: string, sense: Sense): string =>
  comesInPieces(sense) && !isName(word) && !isPlural(word) ? article(word) : word;

const events =
  /\b(?:Revolution|War|Battle|Empire|Wall|Sea|Ocean|River|Mountains|Alps|Age|Peace|Treaty|Crusade|Islands|Desert|Canal|Strait|Tower|Bridge|Palace|Cathedral|Statue|Pyramids?|Peninsula)\b/;
export const namedThing = (name: string): string =>
  events.test(name) && isName(name) && !/^World War/.test(name) ? `the ${name}` : name;

/** A gloss without its asides and bare dates, short enough to be said in one breath. */
export function spokenGloss(definition: string): string {
  const plain = definition
    .replace(/\s*\([^)]*\)\s*/g, ' ')
    .replace(/;\s*[\d\s–-]+(?=;|$)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:]+/, '')
    .trim();
  const parts = plain.split(/;\s*/).filter(Boolean);
  const said = (parts[0]?.length ?? 0) < 60 && parts[1] ? `${parts[0]}, ${parts[1]}` : (parts[0] ?? '');
  return clipped(said, 190).replace(/…$/, '');
}

const determined =
  /^(?:an?|the|any|some|one|someone|somebody|something|all|either|anyone|each|several|various|whatever|two|three|four|in|of|on|being|having|usually|his|her|its|their|large or) /i;

/** What a word means, as a whole sentence that stands by the gloss and adds nothing. */
export function meaning(word: string, sense: Sense): string {
  const gloss = spokenGloss(sense.definition);
  if (sense.part === 'verb') return `To ${word} is to ${gloss}.`;
  if (sense.part !== 'noun') return `${capitalised(word)} means ${gloss}.`;
  const first = gloss.split(' ')[0]!;
  const needsArticle =
    comesInPieces(sense) && !determined.test(`${gloss} `) && !isPlural(first) && !isName(first);
  const described = needsArticle ? article(gloss) : gloss;
  // Persons and events that the dictionary dates are over.
  const isPast =
    isInstance(sense) && [4, 11, 18].includes(sense.file) && /\b\d{3,4}\b/.test(sense.definition);
  const many = isPlural(word) && !isName(word);
  const verb = isPast ? 'was' : many ? 'are' : 'is';
  // "The heart is the organ that …", not "a heart": where there is one of it, the gloss says so.
  const thing =
    /^the /.test(described) && one(word, sense) !== word ? `the ${word}` : namedThing(one(word, sense));
  return `${capitalised(thing)} ${verb} ${described}.`;
}

const longestFact = 60;

/** A gloss in pieces that can be read at a glance, in its own words and cut where a phrase ends. */
export function factsOf(definition: string): string[] {
  const pieces = spokenGloss(definition)
    .split(
      /[;,:]\s*| (?:that|who|having|whose|especially|usually) | (?<!in |of |to |for |by |through |from |with |at |on |into )which /,
    )
    .map((piece) => atPhrase(piece.trim()).replace(/ (?:and|or|but|of|the|an?|in|to|by|with)$/, ''))
    .filter((piece) => piece.length > 8);
  return (pieces.length > 0 ? pieces : [clipped(spokenGloss(definition), 60)]).slice(0, 3).map(capitalised);
}

function atPhrase(piece: string): string {
  if (piece.length <= longestFact) return piece;
  const ends = [
    ...piece
      .slice(0, longestFact)
      .matchAll(/ (?:of|for|in|by|to|and|or|with|from|on|at|as|used|made|into) /g),
  ];
  const last = ends.findLast(({ index }) => index > longestFact / 3);
  return last ? piece.slice(0, last.index) : clipped(piece, longestFact);
}
