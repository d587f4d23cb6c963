import type { SceneInput } from './scene-input.ts';

/** When a step of a scene is current, in seconds of the scene, and when the next one starts. */
export interface StepTime {
  readonly at: number;
  readonly until: number | undefined;
}

/**
 * If beats state the step they narrate, a step starts with its beat. If one beat narrates all steps, a step
 * starts with its word.
 */
export function stepTimes(input: SceneInput, labels: readonly string[]): (StepTime | undefined)[] {
  const { phases, cues } = input;
  const named = phases.flatMap(({ beat, at }) => {
    const { scene } = beat;
    return 'at' in scene && scene.at !== undefined ? [{ step: scene.at, at }] : [];
  });
  if (named.length === 0) {
    const times = cues.of(labels);
    return times.map((time, i) => ({ at: i === 0 ? 0.1 : time, until: times[i + 1] }));
  }
  return labels.map((_, i) => {
    const k = named.findIndex(({ step }) => step === i);
    const own = named[k];
    return own && { at: own.at + (k === 0 ? 0.05 : 0), until: named[k + 1]?.at };
  });
}

/** Number of steps covered in earlier scenes. */
export const firstStep = (times: readonly (StepTime | undefined)[]): number =>
  Math.max(
    0,
    times.findIndex((time) => time !== undefined),
  );
