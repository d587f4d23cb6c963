import { fileURLToPath } from 'node:url';
import type { Format, Storyboard, Style } from '../storyboard.ts';
import { askChild } from './child.ts';

export interface StillsOrder {
  readonly storyboard: Storyboard;
  readonly format: Format;
  readonly style: Style;
  readonly images: readonly string[];
  readonly seed: number;
  readonly niceness: number;
}

const drawer = fileURLToPath(new URL('./stills-drawer.ts', import.meta.url));

/** Draws each scene of a storyboard once, as it is at its end, in a separate process: JPEGs in the order of scenes. */
export const drawStills = (order: StillsOrder, signal: AbortSignal): Promise<Uint8Array[]> =>
  askChild(drawer, order, signal);
