import { zip } from '../src/platform/zip.ts';
import { centre, fps } from '../src/video/picture/frame.ts';
import type { PlannedScene } from '../src/video/picture/frames/frame-plan.ts';
import { motionAt } from '../src/video/picture/scenes/motion.ts';
import type { Part } from '../src/video/picture/scenes/part.ts';

/** A time range of a video, named by what is on screen. */
export interface TimeRange {
  readonly what: string;
  readonly from: number;
  readonly to: number;
}

/** How a planned video is staged, before anything is painted. */
export interface Staging {
  /** What is visible in the first frame: the headline and the pictures. */
  readonly firstFrame: readonly string[];
  /** One per beat: beats that share a scene change its headline and its picture. */
  readonly shots: readonly TimeRange[];
  /** Time ranges between two visible changes. */
  readonly rests: readonly TimeRange[];
  /** Time ranges with an empty frame, or with a headline only. */
  readonly empty: readonly TimeRange[];
}

const longest = (stretches: readonly TimeRange[]): TimeRange | undefined =>
  stretches.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];

export const secondsOf = ({ from, to }: TimeRange): number => to - from;

/** Measures the scenes of a plan. The captions change all the time, so they do not count. */
export function measureStaging(scenes: readonly PlannedScene[]): Staging {
  return {
    firstFrame: firstFrameOf(scenes[0]),
    shots: scenes.flatMap(shotsOf),
    rests: restsOf(scenes),
    empty: scenes.flatMap(emptyIn),
  };
}

function firstFrameOf(scene: PlannedScene | undefined): string[] {
  const seen = scene?.parts.filter((part) => isVisible(part, 0, scene.hops)) ?? [];
  return seen.flatMap(({ contents }) => contents.map(({ name }) => name));
}

function shotsOf({ time, beats, starts, kind }: PlannedScene): TimeRange[] {
  return zip(beats, starts).map(([beat, from], i) => ({
    what: `${kind} of beat ${beat}`,
    from,
    to: starts[i + 1] ?? time.to,
  }));
}

function restsOf(scenes: readonly PlannedScene[]): TimeRange[] {
  const changes = scenes
    .flatMap((scene) => changesIn(scene).map((at) => ({ what: scene.kind, at })))
    .toSorted((a, b) => a.at - b.at);
  return zip(changes, changes.slice(1)).map(([{ what, at: from }, { at: to }]) => ({ what, from, to }));
}

/** Times when something enters, leaves, counts or hops. */
function changesIn({ time, parts, hops }: PlannedScene): number[] {
  const seconds = time.to - time.from;
  const of = (part: Part): number[] => {
    const { at } = part.enter;
    const settled = at + (part.enter.for ?? 0.5);
    const shown = (t: number) => t >= settled && t <= (part.until ?? seconds);
    return [
      at,
      ...(part.until === undefined ? [] : [part.until]),
      ...(part.count
        ? Array.from({ length: 10 }, (_, i) => at + ((part.count?.for ?? 0) * (i + 1)) / 10)
        : []),
      ...[...(part.lively ? hops : []), ...(part.nods ?? [])].filter(shown),
    ];
  };
  const within = parts.flatMap(of).filter((t) => t > 0 && t < seconds);
  return [0, ...within, seconds].map((t) => time.from + t);
}

const isHeadline = ({ name }: Part): boolean => name.startsWith('headline');
const isContent = (part: Part): boolean => !part.backdrop || part.contents.length > 0;

/** Time ranges without content, or with nothing below the headline. */
function emptyIn(scene: PlannedScene): TimeRange[] {
  const { parts, time } = scene;
  const content = parts.filter((part) => isContent(part) && !isHeadline(part));
  const frames = parts.filter((part) => !isContent(part));
  const inside = (frame: Part, part: Part) => {
    const { x, y } = centre(part.box);
    const { box } = frame;
    return x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h;
  };
  const holders = frames
    .map((frame) => ({
      frame,
      held: content.filter((part) => inside(frame, part) && areTogether(frame, part)),
    }))
    .filter(({ held }) => held.length > 0);
  const seen = (part: Part, t: number) => isVisible(part, t, scene.hops);
  const stretches = (what: string, isEmpty: (t: number) => boolean): TimeRange[] => {
    const found: TimeRange[] = [];
    let from: number | undefined;
    const count = Math.ceil((time.to - time.from) * fps);
    for (let n = 0; n <= count; n++) {
      const t = n / fps;
      const bare = n < count && isEmpty(t);
      if (bare) from ??= t;
      else if (from !== undefined) {
        found.push({ what, from: time.from + from, to: time.from + t });
        from = undefined;
      }
    }
    return found;
  };
  return [
    ...(content.length > 0
      ? stretches(`${scene.kind} without content`, (t) => !content.some((part) => seen(part, t)))
      : []),
    ...holders.flatMap(({ frame, held }) =>
      stretches(
        `${scene.kind}: empty ${frame.name}`,
        (t) => seen(frame, t) && !held.some((part) => seen(part, t)),
      ),
    ),
  ];
}

const areTogether = (a: Part, b: Part): boolean =>
  a.enter.at < (b.until ?? Number.POSITIVE_INFINITY) && b.enter.at < (a.until ?? Number.POSITIVE_INFINITY);

function isVisible(part: Part, t: number, hops: readonly number[]): boolean {
  const moved = motionAt(part, t, hops);
  return moved !== undefined && moved.opacity >= 0.5 && moved.shownX * moved.shownY >= 0.25;
}

/** The card with the sources, and scenes that fill up while they are narrated. */
const minShot_s = 1.5;
const maxShot_s = 9;
const maxRest_s = 3;
const maxEmpty_s = 0.5;
/** Half a frame, as times are rounded to frames. */
const tolerance_s = 0.5 / fps;

const formatRange = ({ what, from, to }: TimeRange): string =>
  `${what} at ${from.toFixed(1)} s for ${(to - from).toFixed(2)} s`;

/** Faults of the staging, one line each. */
export function stagingFaults({ firstFrame, shots, rests, empty }: Staging): string[] {
  const over = (most: number) => (each: TimeRange) => secondsOf(each) > most + tolerance_s;
  const [headline, drawn] = [
    firstFrame.filter((name) => /^line \d/.test(name)),
    firstFrame.filter((name) => !/^line \d/.test(name)),
  ];
  return [
    ...(headline.length === 0 ? ['first frame: no headline'] : []),
    ...(drawn.length === 0 ? ['first frame: nothing is drawn'] : []),
    ...shots
      .filter((each) => secondsOf(each) < minShot_s - tolerance_s)
      .map((each) => `short: ${formatRange(each)}`),
    ...shots.filter(over(maxShot_s)).map((each) => `long: ${formatRange(each)}`),
    ...rests.filter(over(maxRest_s)).map((each) => `still: ${formatRange(each)}`),
    ...empty.filter(over(maxEmpty_s)).map((each) => `empty: ${formatRange(each)}`),
  ];
}

/** One line of figures. */
export function stagingLine({ shots, rests, empty }: Staging): string {
  const lengths = shots.map(secondsOf);
  const most = (stretches: readonly TimeRange[]) => {
    const found = longest(stretches);
    return found ? secondsOf(found).toFixed(1) : '0';
  };
  return `${shots.length} shots of ${Math.min(...lengths).toFixed(1)} to ${Math.max(...lengths).toFixed(1)} s, still for ${most(rests)} s, empty for ${most(empty)} s at most`;
}
