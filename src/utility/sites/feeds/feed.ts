/** A feed of any format. Texts keep their author's markup, URLs are absolute. */
export interface Person {
  readonly name: string | null;
  readonly email: string | null;
  readonly url: string | null;
}

export interface Enclosure {
  readonly url: string;
  readonly type: string | null;
  readonly length: number | null;
}

export interface FeedHead {
  readonly title: string | null;
  readonly title_text: string | null;
  readonly link: string | null;
  readonly description: string | null;
  readonly updated_at: string | null;
  readonly id: string | null;
  readonly language: string | null;
  readonly author: string | null;
  readonly copyright: string | null;
  readonly generator: string | null;
  readonly image: string | null;
}

export interface FeedItem {
  readonly id: string | null;
  readonly title: string | null;
  readonly title_text: string | null;
  readonly link: string | null;
  readonly date: string | null;
  readonly updated_at: string | null;
  readonly summary: string | null;
  readonly content: string | null;
  readonly author: string | null;
  readonly authors: readonly Person[];
  readonly categories: readonly string[];
  readonly enclosures: readonly Enclosure[];
}

export interface Feed {
  readonly format: string;
  readonly feed: FeedHead;
  readonly items: readonly FeedItem[];
  readonly truncated: boolean;
}

export const maxItems = 1_000;

/** Resolves a URL; one with a scheme stays as written. */
export function resolveUrl(sent: string | null | undefined, base: string): string | null {
  const text = sent?.trim();
  if (!text) return null;
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return text;
  return URL.parse(text, base)?.href ?? text;
}
