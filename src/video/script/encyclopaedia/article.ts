import type { Photo } from './photo.ts';

/** One article of an encyclopaedia, as text. */
export interface EncyclopaediaArticle {
  readonly title: string;
  readonly url: string;
  readonly licence: string;
  readonly paragraphs: readonly string[];
  readonly photo?: Photo | undefined;
}
