import type { Network } from '../../platform/outbound/network.ts';
import type { Narration } from '../narration.ts';
import type { Format, Storyboard, Style } from '../storyboard.ts';
import type { Voice } from '../voice/voices.ts';

/** Where the voices' weights are kept and had from, and what may be reached for it. */
export interface VoiceSource {
  readonly dir: string;
  readonly url: string;
  readonly dnsServers: readonly string[] | undefined;
  readonly outboundAllow: readonly Network[];
}

/** All that a renderer needs to know, as it is sent to its process. */
export interface RenderOrder {
  readonly storyboard: Storyboard;
  /** `none`: a silent narration whose words keep the times of speech. */
  readonly voice: Voice | 'none';
  readonly format: Format;
  readonly style: Style;
  /** Files of the uploaded images, by the index that a beat's `image` names. */
  readonly images: readonly string[];
  readonly seed: number;
  /** Its own, kept between attempts: what was spoken before is not spoken again. */
  readonly workDir: string;
  readonly voices: VoiceSource;
  /** How far it stands back behind other processes, from 0 to 19. */
  readonly niceness: number;
  /** A program of the operator's that encodes, where there is one. */
  readonly ffmpeg: string | undefined;
  /** Sentences that are spoken at once. */
  readonly speakers: number;
}

export type RenderStage = 'voice' | 'scenes' | 'encode';

export interface Rendered {
  readonly engine: Narration['engine'];
  readonly mp4: string;
  readonly poster: string;
  readonly captions: string;
  readonly duration_s: number;
  readonly sha256: string;
}

/** What a renderer tells while it works and at its end. */
export type RenderNews =
  | { readonly is: 'progress'; readonly stage: RenderStage; readonly done: number }
  | { readonly is: 'note'; readonly text: string }
  | { readonly is: 'done'; readonly rendered: Rendered }
  | { readonly is: 'failed'; readonly error: string };
