import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Box } from '../frame.ts';

/** How a part comes in: at which second of its scene, and by which way. */
export interface Entrance {
  readonly at: number;
  readonly by: 'pop' | 'rise' | 'from-left' | 'from-right' | 'wipe-right' | 'wipe-down' | 'wipe-up' | 'fade';
  readonly for?: number;
}

/** What a part does while it rests. Amounts are at most what its box leaves free. */
export interface Idle {
  /** Up and down, in pixels. */
  readonly bob?: number;
  /** From side to side, in radians. */
  readonly sway?: number;
  /** Larger and smaller, as a share. */
  readonly breathe?: number;
  readonly period?: number;
  readonly phase?: number;
}

/** Something to be read or looked at in a part, and its place. */
export interface Content {
  readonly name: string;
  readonly box: Box;
}

/** A number that runs up to its value, character by character. */
export interface Count {
  readonly text: (share: number) => string;
  readonly characters: string;
  readonly for: number;
  readonly advance: (character: string) => number;
  readonly paintCharacter: (context: SKRSContext2D, character: string, x: number, y: number) => void;
}

/**
 * One thing of a scene that moves as one. It is painted once, in the frame's own coordinates, and moved by the compositor.
 * Where a scene's parts lie is known before anything is painted, so that it can be checked for every text there is.
 */
export interface Part {
  readonly name: string;
  readonly box: Box;
  /** What must stay legible in it, all within its box, none over another. */
  readonly contents: readonly Content[];
  /** How far shadow and light reach beyond the box. */
  readonly bleed: number;
  readonly paint: (context: SKRSContext2D) => void;
  readonly enter: Entrance;
  readonly idle?: Idle;
  /** Behind the others, who may stand over it: rings, discs, lines. */
  readonly backdrop?: boolean;
  /** Jumps a little when a sentence begins. */
  readonly lively?: boolean;
  /** Seconds of the scene when it jumps by itself: it is spoken of. */
  readonly nods?: readonly number[];
  /** When it goes, where it does not stay to the scene's end. */
  readonly until?: number;
  readonly count?: Count;
  /** Moves along a path of its own: where it is beside its place at a second of the scene. */
  readonly follow?: (t: number) => { readonly dx: number; readonly dy: number; readonly opacity?: number };
}
