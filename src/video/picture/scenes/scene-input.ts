import type { Image } from '@napi-rs/canvas';
import type { RandomSource } from '../../seeded-random.ts';
import type { Beat } from '../../storyboard.ts';
import type { Box } from '../frame.ts';
import type { Palette } from '../look/palettes.ts';
import type { Type } from '../text/type.ts';
import type { Cues } from './cues.ts';

/** Summary of a video: its title, and what is drawn and said in it. */
export interface Story {
  readonly title: string;
  readonly tags: readonly string[];
  /** The two sides of a comparison, if the video is one. */
  readonly sides?: readonly [string, string] | undefined;
  /** The takeaways, one line per scene. */
  readonly recap: readonly { readonly text: string; readonly subject: string }[];
  /** Attributions required by the licences of the drawings. */
  readonly credits: readonly string[];
}

/** One beat of a scene that several beats share, and its start in seconds of the scene. */
export interface Phase {
  readonly beat: Beat;
  readonly at: number;
  readonly until: number | undefined;
}

/** Input of a scene's layout. */
export interface SceneInput {
  /** The first beat of the scene. */
  readonly beat: Beat;
  /** All beats of the scene; several only if they go through the steps of one thing. */
  readonly phases: readonly Phase[];
  /** Summary of the whole video, for its first and last scene. */
  readonly story: Story;
  readonly area: Box;
  readonly type: Type;
  readonly palette: Palette;
  readonly random: RandomSource;
  readonly cues: Cues;
  /** The first scene of a video is complete from its first frame. */
  readonly opening: boolean;
  /** An uploaded image that fills the scene. */
  readonly image?: Image | undefined;
}
