import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Box } from '../frame.ts';

/** How a part enters: at which second of its scene, and with which motion. */
export interface Entrance {
  readonly at: number;
  readonly by: 'pop' | 'rise' | 'from-left' | 'from-right' | 'wipe-right' | 'wipe-down' | 'wipe-up' | 'fade';
  readonly for?: number;
}

/** Idle motion of a part. Amounts stay within the free space of its box. */
export interface Idle {
  /** Vertical motion, in pixels. */
  readonly bob?: number;
  /** Rotation from side to side, in radians. */
  readonly sway?: number;
  /** Change of size, as a share. */
  readonly breathe?: number;
  readonly period?: number;
  readonly phase?: number;
}

/** Something legible in a part, and its box. */
export interface Content {
  readonly name: string;
  readonly box: Box;
}

/** A number that counts up to its value, digit by digit. */
export interface Count {
  readonly text: (share: number) => string;
  readonly characters: string;
  readonly for: number;
  readonly advance: (character: string) => number;
  readonly paintCharacter: (context: SKRSContext2D, character: string, x: number, y: number) => void;
}

/**
 * One element of a scene that moves as a unit. It is painted once, in frame coordinates, and moved by the
 * compositor. The layout of a scene is known before anything is painted, so that it can be checked for any
 * text.
 */
export interface Part {
  readonly name: string;
  readonly box: Box;
  /** Contents that must stay legible: all within its box, none overlapping. */
  readonly contents: readonly Content[];
  /** How far shadow and light extend beyond the box. */
  readonly bleed: number;
  readonly paint: (context: SKRSContext2D) => void;
  readonly enter: Entrance;
  readonly idle?: Idle;
  /** Behind the others, which may overlap it: rings, discs, lines. */
  readonly backdrop?: boolean;
  /** Hops slightly when a sentence starts. */
  readonly lively?: boolean;
  /** Seconds of the scene when it hops because it is mentioned. */
  readonly nods?: readonly number[];
  /** When it leaves, if before the end of the scene. */
  readonly until?: number;
  readonly count?: Count;
  /** Moves along a path: its offset at a second of the scene. */
  readonly follow?: (t: number) => { readonly dx: number; readonly dy: number; readonly opacity?: number };
}
