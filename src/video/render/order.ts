import type { Narration } from '../narration.ts';
import type { Format, Storyboard, Style } from '../storyboard.ts';
import type { Voice } from '../voice/voices.ts';

/** Where the voices' weights and the spoken sentences are stored. */
export interface VoiceSource {
  readonly dir: string;
}

/** Everything a renderer needs, as sent to its process. */
export interface RenderOrder {
  readonly storyboard: Storyboard;
  /** `none`: a silent narration whose words have the timing of speech. */
  readonly voice: Voice | 'none';
  readonly format: Format;
  readonly style: Style;
  /** Files of the uploaded images, by the index that a beat's `image` refers to. */
  readonly images: readonly string[];
  readonly seed: number;
  /** The job's own folder, kept between attempts, so that finished speech is reused. */
  readonly workDir: string;
  readonly voices: VoiceSource;
  /** Niceness, from 0 to 19. */
  readonly niceness: number;
  /** The operator's ffmpeg program, if configured. */
  readonly ffmpeg: string | undefined;
  /** Sentences synthesised in parallel. */
  readonly speakers: number;
}

export type RenderStage = 'voice' | 'scenes' | 'encode';

export interface RenderedVideo {
  readonly engine: Narration['engine'];
  readonly mp4: string;
  readonly poster: string;
  readonly captions: string;
  readonly duration_s: number;
  readonly sha256: string;
}

/** Messages of a renderer: progress, notes and its result. */
export type RenderMessage =
  | { readonly is: 'progress'; readonly stage: RenderStage; readonly done: number }
  | { readonly is: 'note'; readonly text: string }
  | { readonly is: 'done'; readonly rendered: RenderedVideo }
  | { readonly is: 'failed'; readonly error: string };
