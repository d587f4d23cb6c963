import { keyWords } from './script/key-words.ts';
import type { ScriptSource } from './script/script.ts';
import { createBeat, describe } from './script/writers/lines.ts';
import { sentenceScene } from './script/writers/sentence-scene.ts';
import { type Beat, noPicture, type Scene, type Storyboard } from './storyboard.ts';

/** A change to one scene of a storyboard; scenes are counted from 0, as they were before all changes. */
export interface SceneEdit {
  readonly scene: number;
  /** What is spoken instead. */
  readonly text?: string | undefined;
  /** What is drawn instead. */
  readonly picture?: string | undefined;
  readonly drop?: boolean | undefined;
  /** Its new place. */
  readonly position?: number | undefined;
}

/** The lists of scenes that several beats tell together, one item each. */
const sharedLists = ['steps', 'items', 'layers', 'pictures', 'points', 'rows'];
/** A chain with fewer steps is none. */
const minShared = 2;

/** A storyboard with the changes of its caller; undefined if nothing is left of it. */
export function editStoryboard(
  storyboard: Storyboard,
  edits: readonly SceneEdit[],
  sources: readonly ScriptSource[],
): Storyboard | undefined {
  const changes = new Map<number, SceneEdit>();
  for (const edit of edits) changes.set(edit.scene, { ...changes.get(edit.scene), ...edit });
  const leaves = (at: number): boolean => {
    const { text, drop, position } = changes.get(at) ?? {};
    return text !== undefined || drop === true || position !== undefined;
  };
  const { beats } = storyboard;
  const scenes = beats.map((beat, at) =>
    leaves(at)
      ? beat.scene
      : withoutItems(
          beat.scene,
          beats.filter((_, other) => leaves(other)).map(({ scene }) => scene),
        ),
  );
  const edited = beats.flatMap((beat, at) => {
    const change = changes.get(at) ?? { scene: at };
    if (change.drop) return [];
    const scene = scenes[at] ?? standAlone(beat).scene;
    const isAlone = 'at' in beat.scene && (leaves(at) || scenes[at] === undefined);
    return [{ beat: changeBeat(isAlone ? standAlone(beat) : { ...beat, scene }, change), at }];
  });
  for (const { scene, position } of changes.values()) {
    const from = edited.findIndex(({ at }) => at === scene);
    if (position === undefined || from < 0) continue;
    edited.splice(Math.min(position, edited.length - 1), 0, ...edited.splice(from, 1));
  }
  if (edited.length === 0) return undefined;
  const all = edited.map(({ beat }) => beat);
  const description = describe(all.map(({ narration }) => narration).join(' '), sources);
  return { ...storyboard, description, beats: all };
}

function changeBeat(beat: Beat, { text, picture }: SceneEdit): Beat {
  const spoken = text === undefined ? beat : retell(beat, text);
  return picture === undefined ? spoken : redraw(spoken, picture);
}

/** The first and the last card keep their kind; any other scene shows what the new sentence says. */
function retell(beat: Beat, text: string): Beat {
  if (beat.scene.kind === 'title') return { ...beat, narration: text };
  if (beat.scene.kind === 'end') return { ...beat, narration: text, on_screen: keyWords(text) };
  const { image, credit } = beat;
  return {
    ...createBeat(sentenceScene(text, beat.subject, 10), beat.mood),
    ...(image !== undefined && { image }),
    ...(credit !== undefined && { credit }),
  };
}

/** Kinds that draw the subject of their beat beside their own data. */
const drawSubject: readonly Scene['kind'][] = ['title', 'end', 'number', 'subject', 'definition'];

function redraw({ image: _, credit: __, ...beat }: Beat, picture: string): Beat {
  const { scene } = beat;
  if (drawSubject.includes(scene.kind)) return { ...beat, subject: picture };
  if (scene.kind === 'process' && scene.at !== undefined) {
    const steps = scene.steps.map((step, at) => (at === scene.at ? { ...step, picture } : step));
    return { ...beat, subject: picture, scene: { ...scene, steps } };
  }
  return { ...beat, subject: picture, scene: { kind: 'picture', pictures: [picture] } };
}

const standAlone = (beat: Beat): Beat => ({
  ...beat,
  scene:
    beat.subject === noPicture
      ? { kind: 'quote', text: beat.narration.slice(0, 160), by: '' }
      : { kind: 'picture', pictures: [beat.subject] },
});

/** A shared scene without the items of beats that left it; undefined if too few are left. */
function withoutItems(scene: Scene, left: readonly Scene[]): Scene | undefined {
  if (!('at' in scene) || scene.at === undefined) return scene;
  const { at } = scene;
  const gone = left.flatMap((other) =>
    other.kind === scene.kind && 'at' in other && other.at !== undefined ? [other.at] : [],
  );
  if (gone.length === 0) return scene;
  const entries = Object.entries(scene).map(([name, value]) =>
    sharedLists.includes(name) && Array.isArray(value)
      ? [name, value.filter((_: unknown, item) => !gone.includes(item))]
      : [name, value],
  );
  const kept: Scene = { ...Object.fromEntries(entries), at: at - gone.filter((item) => item < at).length };
  const isShort = Object.values(kept).some((value) => Array.isArray(value) && value.length < minShared);
  return isShort ? undefined : kept;
}
