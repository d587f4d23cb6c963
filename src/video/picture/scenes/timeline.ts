import type { Part } from './part.ts';
import { railScene } from './rail.ts';
import type { SceneInput } from './scene-input.ts';

interface Point {
  readonly when: string;
  readonly what: string;
}

/** Events in order: the dates on a rail, and the current one large, with what happened. */
export function timelineScene(input: SceneInput, points: readonly Point[]): Part[] {
  const { phases, beat } = input;
  const subjects = new Map(
    phases.flatMap(({ beat: { scene, subject } }) =>
      scene.kind === 'timeline' && scene.at !== undefined ? [[scene.at, subject] as const] : [],
    ),
  );
  return railScene(
    input,
    points.map(({ when, what }, i) => {
      const subject = subjects.get(i) ?? beat.subject;
      return {
        mark: { text: shortDate(when) },
        subject,
        title: when,
        detail: what,
      };
    }),
  );
}

/** As much of a date as fits in a small disc: the year, if there is one. */
const shortDate = (when: string): string =>
  /\b\d{3,4}(?:\s?(?:BC|BCE|AD|CE))?\b/i.exec(when)?.[0] ?? when.slice(0, 8);
