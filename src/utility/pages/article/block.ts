/** One block of an article: a paragraph, a heading, a list item or a table row. */
export interface Block {
  readonly kind: 'text' | 'heading' | 'item' | 'code' | 'row';
  /** 1 to 6 for a heading; the nesting depth of a list item, from 1. */
  readonly level: number;
  /** The number of an item in an ordered list, otherwise null. */
  readonly number: number | null;
  readonly quoted: boolean;
  readonly text: string;
  readonly markdown: string;
  readonly links: readonly ArticleLink[];
  readonly images: readonly ArticleImage[];
  /** Language of code, as its class states it. */
  readonly language?: string;
  /** Number of characters that are link text. */
  readonly linkChars: number;
  /** Tags, classes and ids between the article's root and the block, in lower case. */
  readonly marks: string;
  /** The table and the list it belongs to; 0 for none. */
  readonly table: number;
  readonly list: number;
}

export interface ArticleLink {
  readonly url: string;
  readonly text: string;
}

export interface ArticleImage {
  readonly url: string;
  readonly alt: string | null;
}

/** A paragraph of plain text. */
export const plainBlock = (text: string): Block => ({
  kind: 'text',
  level: 0,
  number: null,
  quoted: false,
  text,
  markdown: text,
  links: [],
  images: [],
  linkChars: 0,
  marks: '',
  table: 0,
  list: 0,
});
