import type { Sheet } from '../../almanac/sheet.ts';
import { outlineFor } from '../../picture/drawing/outline.ts';
import { emojiKeywords } from '../../picture/icons/emoji.ts';
import { pictureFor, pictureKey } from '../../picture/icons/picture.ts';
import { picturesByWords } from '../../picture/word-pictures.ts';
import type { Scene } from '../../storyboard.ts';
import { toStems } from '../words.ts';
import type { ScriptLine } from './lines.ts';
import { limitPicture } from './picture-limit.ts';

/** A word of a sheet that can be drawn, and what it stands for. */
interface Drawable {
  readonly word: string;
  /** Two words may have the same picture. */
  readonly key: string;
  readonly name: readonly string[];
  /** Words of the steps that the sheet itself illustrates with it. */
  readonly context: ReadonlySet<string>;
  /** Search keywords of its picture. */
  readonly keywords: ReadonlySet<string>;
}

const isDate = (stem: string): boolean => /\d/.test(stem) || months.has(stem);
/** Two events of the same month are different events. */
const months = new Set(
  'january february march april may june july august september october november december'
    .split(' ')
    .flatMap(toStems),
);

/** Shared words that make a step's picture fit another sentence: a single one may be a coincidence. */
const minSharedWords = 2;

/**
 * Assigns pictures once the spoken sentences are known, by meaning: a word of the sheet that the sentence or
 * its fact names, the picture of a step that says the same, or one that is known by a word of the fact.
 * Where nothing fits, the sheet's main picture is shown again rather than an unrelated one.
 */
export function assignPictures(lines: readonly ScriptLine[], sheet: Sheet): ScriptLine[] {
  const main = mainPicture(sheet);
  const isFirstOfKind = ({ scene }: ScriptLine, index: number) =>
    lines.findIndex((each) => each.scene.kind === scene.kind) === index;
  // A chart or map is shown once: the next sentence about it gets its own picture.
  const drawn = lines.map((line, index) =>
    line.fallback && !isFirstOfKind(line, index) ? line.fallback : line,
  );
  const words = listDrawables(sheet);
  const seen = new Set(
    [main, ...drawn.filter(({ pictureHints }) => !pictureHints).map(({ subject }) => subject)].map(keyOf),
  );
  const chosen: (string | undefined)[] = [];
  for (const { text, pictureHints, subject, scene } of drawn) {
    const before = chosen.at(-1);
    // A figure is shown with what it counts, whatever else its sentence mentions.
    const measured = scene.kind === 'number' ? `${scene.unit} ${scene.label}` : text;
    const word = pictureHints
      ? (pictureOfTerm(scene, sheet) ??
        pickFitting(text, pictureHints, words, {
          seen,
          main,
          before: before && keyOf(before),
          measures: isWorn(chosen, main) ? picturesByWords(measured) : [],
          isDefinition: scene.kind === 'definition',
        }))
      : subject;
    if (word !== undefined) seen.add(keyOf(word));
    chosen.push(word);
  }
  const pictured = drawn.map((line, index) => {
    if (!line.pictureHints) return line;
    const word = chosen[index] ?? main;
    const both = findTwoNamed(line.text, words);
    // A sentence about both sides shows both, unless one of them is new.
    const pictures = both.includes(word) && chosen.indexOf(word) < index ? both : [word];
    const scene = line.scene.kind === 'picture' ? { ...line.scene, pictures } : line.scene;
    return { ...line, subject: word, scene };
  });
  // A picture of one side of a comparison does not stand for the other one, which "it" may mean.
  const [name, first] = [
    toStems(main),
    toStems(sheet.subject_a ?? sheet.subject.split(/ (?:and|or) /)[0] ?? ''),
  ];
  const isPair = sheet.subject_a !== undefined || / (?:and|or) /.test(sheet.subject);
  const isOfSide = isPair && name.some((each) => first.includes(each));
  const isAboutMain = ({ subject, text, scene }: ScriptLine) =>
    subject === main &&
    toStems(scene.kind === 'number' ? scene.label : text).some((each) => name.includes(each));
  return limitPicture(pictured, main, isOfSide ? isAboutMain : undefined);
}

/** A definition shows what it defines, if that can be drawn. */
function pictureOfTerm(scene: Scene, sheet: Sheet): string | undefined {
  if (scene.kind !== 'definition') return undefined;
  // The first letter of a term is a capital, but only a name is drawn as one: Turkey is a country.
  const isName = /^\p{Lu}/u.test(sheet.subject);
  const term = isName ? scene.term : scene.term.charAt(0).toLowerCase() + scene.term.slice(1);
  const main = mainPicture(sheet);
  if (keyOf(term) === keyOf(main)) return main;
  return isDrawn(term) ? term : undefined;
}

/** The main picture has been shown twice: what a sentence names or measures is then shown instead. */
const isWorn = (chosen: readonly (string | undefined)[], main: string): boolean =>
  chosen.filter((word) => word === undefined || word === main).length >= 2;

const isDrawn = (word: string): boolean => pictureFor(word) !== undefined || outlineFor(word) !== undefined;

/** What stands for the subject: the first picture of its sheet that can be drawn. */
export const mainPicture = ({ pictures, subject }: Sheet): string =>
  pictures.find(isDrawn) ?? pictures[0] ?? subject;

const keyOf = (word: string): string => {
  const picture = pictureFor(word);
  return picture ? pictureKey(picture) : word;
};

function listDrawables(sheet: Sheet): Drawable[] {
  const steps = [...(sheet.chain?.steps ?? []), ...(sheet.items ?? []), ...(sheet.timeline ?? [])];
  const general = new Set(toStems(`${sheet.subject} ${sheet.title}`));
  const all = [...new Set([...sheet.pictures, ...steps.map(({ picture }) => picture)])];
  // An arrow means nothing outside of its step.
  return all
    .filter((word) => isDrawn(word) && !/\barrows?\b/.test(word))
    .map((word) => ({
      word,
      key: keyOf(word),
      name: toStems(word),
      context: new Set(
        steps
          .filter(({ picture }) => picture === word)
          .map(({ label, text }) => toStems(`${label} ${text}`))
          // Where the step names what is drawn, its other words are about something else.
          .filter((stems) => !stems.some((each) => toStems(word).includes(each)))
          .flat()
          .filter((each) => !general.has(each) && !isDate(each)),
      ),
      keywords: new Set(emojiKeywords(word).flatMap(toStems)),
    }));
}

/** Words of the sheet that a text names, in the order of the text. */
const namedBy = (stems: readonly string[], words: readonly Drawable[]): Drawable[] =>
  words
    .map((each) => ({ each, at: stems.findIndex((stem) => each.name.includes(stem)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);

/** The first two different pictures that a sentence names, if there are two. */
function findTwoNamed(text: string, words: readonly Drawable[]): string[] {
  const [first, ...rest] = namedBy(toStems(text), words);
  const second = rest.find(({ key }) => key !== first?.key);
  return first && second ? [first.word, second.word] : [];
}

interface Shown {
  /** Pictures of other lines. */
  readonly seen: ReadonlySet<string>;
  readonly main: string;
  /** Picture of the line before. */
  readonly before: string | undefined;
  /** What the sentence names or measures, if the main picture has been shown often enough. */
  readonly measures: readonly string[];
  /** A definition is about the subject: the picture of a step that says something alike does not stand for it. */
  readonly isDefinition: boolean;
}

function pickFitting(
  text: string,
  about: readonly string[],
  words: readonly Drawable[],
  { seen, main, before, measures, isDefinition }: Shown,
): string | undefined {
  const [said, hinted] = [toStems(text), toStems(about.join(' '))];
  const isNew = ({ key }: Drawable) => !seen.has(key);
  // The first one mentioned is the subject of the sentence: "A dog has …, and a cat …" shows the dog.
  const named = [...namedBy(said, words), ...namedBy(hinted, words)];
  const all = new Set([...said, ...hinted]);
  const shared = ({ context }: Drawable) => [...context].filter((each) => all.has(each)).length;
  const alike = isDefinition
    ? []
    : words.filter((each) => shared(each) >= minSharedWords).sort((a, b) => shared(b) - shared(a));
  const known = words.filter(({ keywords }) => hinted.some((each) => keywords.has(each)));
  const others = named.filter(({ key }) => key !== keyOf(main));
  const isOther = ({ key }: Drawable) => key !== before;
  const fresh = others.find(isNew) ?? alike.find(isNew) ?? others.find(isOther);
  if (fresh) return fresh.word;
  const measure = measures.find((word) => isDrawn(word) && !seen.has(keyOf(word)));
  if (measure !== undefined) return measure;
  return (named.find(isOther) ?? named[0] ?? known.find(isNew) ?? alike[0] ?? known[0])?.word;
}
