import type { Beat } from '../../storyboard.ts';
import type { Chance } from '../chance.ts';
import type { Box } from '../frame.ts';
import type { Palette } from '../look/palettes.ts';
import type { Type } from '../text/type.ts';
import type { Cues } from './cues.ts';

/** All that a scene is made from. */
export interface Setting {
  readonly beat: Beat;
  /** Of the whole film, for its last scene. */
  readonly film: { readonly title: string; readonly tags: readonly string[] };
  readonly area: Box;
  readonly type: Type;
  readonly palette: Palette;
  readonly random: Chance;
  readonly cues: Cues;
}
