import { samePicture } from '../../picture/icons/picture.ts';
import { noPicture } from '../../storyboard.ts';
import { truncateText } from '../text.ts';
import { toStems } from '../words.ts';
import type { ScriptLine } from './lines.ts';

/** Scenes of a video that show its main picture, the opening and the end included. */
const maxScenes = 4;
const maxStatementChars = 160;

/**
 * Shows the main picture of a script in a few scenes only. The others show their words alone: the figure, the
 * term, or the sentence as a statement.
 */
export function limitPicture(
  lines: readonly ScriptLine[],
  main: string,
  /** Whether a sentence with the main picture is about what it shows. */
  isMeant: (line: ScriptLine) => boolean = () => true,
): ScriptLine[] {
  const shows = lines.map((line) => drawnIn(line).some((each) => samePicture(each, main)));
  const isFree = lines.map((line, i) => shows[i] === true && line.pictureHints !== undefined);
  const shown = shows.map((is, i) => is && !isFree[i]);
  const named = toStems(main);
  const cost = (line: ScriptLine, i: number): number =>
    (shown[i - 1] || shown[i + 1] ? 2 : 0) +
    (line.scene.kind === 'picture' ? 0 : 1) +
    (toStems(line.text).some((stem) => named.includes(stem)) ? 0 : 1);
  for (const [i, line] of lines.entries()) if (isFree[i] && drawnIn(line).length > 1) shown[i] = true;
  // A share is drawn as a part of a whole.
  const isCandidate = (line: ScriptLine, i: number) =>
    isFree[i] && !shown[i] && !isShare(line) && isMeant(line);
  while (shown.filter(Boolean).length < maxScenes) {
    const [best] = lines
      .flatMap((line, i) => (isCandidate(line, i) ? [{ i, cost: cost(line, i) }] : []))
      .toSorted((a, b) => a.cost - b.cost);
    if (!best) break;
    shown[best.i] = true;
  }
  return lines.map((line, i) => (isFree[i] && !shown[i] ? withoutPicture(line) : line));
}

const isShare = ({ scene }: ScriptLine): boolean => scene.kind === 'number' && /(?:^| )%$/.test(scene.unit);

/** What is drawn large in a scene. */
function drawnIn({ scene, subject }: ScriptLine): readonly string[] {
  switch (scene.kind) {
    case 'picture':
      return scene.pictures;
    case 'title':
    case 'definition':
    case 'number':
    case 'process':
    case 'list':
    case 'timeline':
    case 'end':
      return [subject];
    default:
      return [];
  }
}

function withoutPicture(line: ScriptLine): ScriptLine {
  const scene =
    line.scene.kind === 'picture'
      ? ({ kind: 'quote', text: truncateText(line.text, maxStatementChars), by: '' } as const)
      : line.scene;
  return { ...line, subject: noPicture, scene };
}
