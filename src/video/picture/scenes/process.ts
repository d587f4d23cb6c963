import type { Part } from './part.ts';
import { railScene } from './rail.ts';
import { ringScene } from './ring.ts';
import type { SceneInput } from './scene-input.ts';

interface Process {
  readonly loop: boolean;
  readonly steps: readonly { readonly label: string; readonly picture: string }[];
}

/** How something works, step by step: a ring if the last step leads back to the first, otherwise a rail. */
export function processScene(input: SceneInput, { loop, steps }: Process): Part[] {
  if (loop && steps.length >= 3) return ringScene(input, steps);
  return railScene(
    input,
    steps.map(({ label, picture }) => ({ mark: { picture }, subject: picture, title: label })),
  );
}
