import type { Image } from '@napi-rs/canvas';
import type { Chance } from '../../chance.ts';
import type { Beat } from '../../storyboard.ts';
import type { Box } from '../frame.ts';
import type { Palette } from '../look/palettes.ts';
import type { Type } from '../text/type.ts';
import type { Cues } from './cues.ts';

/** A video in short: what it is called, and what else is seen and said in it. */
export interface Story {
  readonly title: string;
  readonly tags: readonly string[];
  /** What is drawn in other scenes than the first, each once. */
  readonly cast: readonly string[];
  /** The two sides of a comparison, where the video is one. */
  readonly sides?: readonly [string, string] | undefined;
  /** What there was to learn, one line per scene. */
  readonly recap: readonly { readonly text: string; readonly subject: string }[];
  /** What the licences of the drawings ask to be said. */
  readonly credits: readonly string[];
}

/** One beat of a scene that several beats share, and when it begins, in seconds of the scene. */
export interface Phase {
  readonly beat: Beat;
  readonly at: number;
  readonly until: number | undefined;
}

/** All that a scene is made from. */
export interface Setting {
  /** The first beat of the scene. */
  readonly beat: Beat;
  /** All beats of the scene; one, unless they go through the steps of one thing. */
  readonly phases: readonly Phase[];
  /** Of the whole video, for its first and last scene. */
  readonly story: Story;
  readonly area: Box;
  readonly type: Type;
  readonly palette: Palette;
  readonly random: Chance;
  readonly cues: Cues;
  /** The first scene of a video is complete from its first frame. */
  readonly opening: boolean;
  /** An upload that fills the scene. */
  readonly image?: Image | undefined;
}
