import type { Sheet } from '../../almanac/sheet.ts';
import { isDrawable } from '../../picture/drawing/subject.ts';
import { isExact, samePicture } from '../../picture/icons/picture.ts';
import { findRelation, subjectOf } from '../../picture/relations/relation.ts';
import { noPicture, type Scene } from '../../storyboard.ts';
import { truncateText } from '../text.ts';
import { toStems } from '../words.ts';
import type { ScriptLine } from './lines.ts';

/** Scenes of a script that show the same thing large. */
const maxScenes = 2;
const maxStatementChars = 160;

/**
 * Chooses what the sentences of a sheet show once it is known which are spoken: the diagram of what a sentence
 * relates, else the thing of its sheet that it names, else its words. A picture is never guessed.
 */
export function assignPictures(lines: readonly ScriptLine[], sheet: Sheet): ScriptLine[] {
  const isFirstOfKind = ({ scene }: ScriptLine, index: number) =>
    lines.findIndex((each) => each.scene.kind === scene.kind) === index;
  const things = sheet.pictures.filter(isDrawable);
  const shown: string[] = [];
  let before = '';
  return lines.map((each, index) => {
    // A chart or map is shown once: the next sentence about it has a picture of its own.
    const line = each.fallback && !isFirstOfKind(each, index) ? each.fallback : each;
    const { text, scene } = line;
    const section = sectionFor(line, sheet);
    if (section) return { ...line, subject: noPicture, scene: section };
    const relation = scene.kind === 'picture' ? findRelation(text, before) : undefined;
    before = subjectOf(text) || before;
    if (!line.pictureHints) return line;
    if (relation) return { ...line, subject: noPicture, scene: relation };
    const named =
      scene.kind === 'definition'
        ? definedThing(sheet, scene.term)
        : namedIn(scene.kind === 'number' ? scene.label : text, things);
    const isWorn = shown.filter((one) => named !== undefined && samePicture(one, named)).length >= maxScenes;
    if (named === undefined || isWorn) return withoutPicture(line);
    shown.push(named);
    return {
      ...line,
      subject: named,
      scene: scene.kind === 'picture' ? { ...scene, pictures: [named] } : scene,
    };
  });
}

/** The sheet's cross-section, for a sentence about one of its layers or about two. */
function sectionFor({ text, onScreen, scene }: ScriptLine, { section }: Sheet): Scene | undefined {
  if (!section || scene.kind === 'title' || scene.kind === 'quote' || scene.kind === 'end') return undefined;
  const name = scene.kind === 'process' ? scene.steps[scene.at ?? 0]?.label : onScreen;
  const at = section.findIndex(({ label }) => label === name);
  if (at >= 0) return { kind: 'layers', layers: section, at };
  const stems = toStems(text);
  const named = section.filter(({ label }) => toStems(label).every((stem) => stems.includes(stem)));
  return named.length >= 2 ? { kind: 'layers', layers: section } : undefined;
}

/** The first thing that a sentence names in full. */
const namedIn = (text: string, things: readonly string[]): string | undefined => {
  const stems = toStems(text);
  return things
    .map((thing) => ({ thing, at: stems.indexOf(toStems(thing)[0] ?? '') }))
    .filter(({ thing, at }) => at >= 0 && toStems(thing).every((stem) => stems.includes(stem)))
    .toSorted((a, b) => a.at - b.at)[0]?.thing;
};

/** Only a name is drawn as one: Turkey is a country. */
function definedThing(sheet: Sheet, term: string): string | undefined {
  const isName = /^\p{Lu}/u.test(sheet.subject);
  const thing = isName ? term : term.charAt(0).toLowerCase() + term.slice(1);
  return isExact(thing) ? thing : undefined;
}

/** What stands for the subject: the first picture of its sheet that can be drawn. */
export const mainPicture = ({ pictures, subject }: Sheet): string =>
  pictures.find(isDrawable) ?? pictures[0] ?? subject;

function withoutPicture(line: ScriptLine): ScriptLine {
  const scene =
    line.scene.kind === 'picture'
      ? ({ kind: 'quote', text: truncateText(line.text, maxStatementChars), by: '' } as const)
      : line.scene;
  return { ...line, subject: noPicture, scene };
}
