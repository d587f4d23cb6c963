import type { Chance } from '../../chance.ts';
import type { Beat } from '../../storyboard.ts';
import type { Box } from '../frame.ts';
import type { Palette } from '../look/palettes.ts';
import type { Type } from '../text/type.ts';
import type { Cues } from './cues.ts';

/** A video in short: what it is called, and what else is seen and told in it. */
export interface Story {
  readonly title: string;
  readonly tags: readonly string[];
  /** What is drawn in other scenes than the first, each once. */
  readonly cast: readonly string[];
  /** What there was to learn, a line a scene. */
  readonly recap: readonly { readonly text: string; readonly subject: string }[];
}

/** All that a scene is made from. */
export interface Setting {
  readonly beat: Beat;
  /** Of the whole video, for its first and last scene. */
  readonly story: Story;
  readonly area: Box;
  readonly type: Type;
  readonly palette: Palette;
  readonly random: Chance;
  readonly cues: Cues;
}
