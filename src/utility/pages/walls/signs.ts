import data from './signs.json' with { type: 'json' };

/**
 * What walls are recognised by, from `signs.json`. Patterns are regular expressions without regard to case; those of
 * wording are matched with one sentence in lower case with straight apostrophes.
 */
interface Signs {
  /** Response headers of products that block; without `always` only on a failure. */
  readonly headers: readonly { by: string; header: string; value: string; always?: boolean }[];
  /**
   * Code that only the page of a product has; with `empty` it counts where there is nothing to read, as pages carry it
   * too. `by` is null if several products write the same.
   */
  readonly marks: readonly { by: string | null; code: string; empty?: boolean }[];
  /** Elements that hold a captcha. */
  readonly captchas: string;
  /** Where visitors are sent to prove, accept or identify something. */
  readonly places: Readonly<Record<Place, { host: string; path: string }>>;
  /** Paths where the visitor asked for a form with a password. */
  readonly account: string;
  /** How the output of a failed program begins. */
  readonly output: string;
  /** Words that neither walls nor pages are told by. */
  readonly filler: readonly string[];
  /** Words by which a text speaks to its reader. */
  readonly addresses: string;
  /** What walls say, by kind and language. */
  readonly phrases: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>>;
}

const kinds = ['challenge', 'refused', 'missing', 'error', 'login', 'consent'] as const;
/** What a wall says to its visitor. `missing`: there is no such page. */
export type Kind = (typeof kinds)[number];

const sentTo = ['challenge', 'consent', 'login'] as const;
export type Place = (typeof sentTo)[number];

const signs: Signs = data;
const pattern = (text: string, flags = 'i') => new RegExp(text, flags);

export const headerSigns = signs.headers.map((each) => ({ ...each, value: pattern(each.value) }));
export const marks = signs.marks.map((each) => ({ ...each, code: pattern(each.code, 'im') }));
export const captchaWidget = pattern(signs.captchas);
export const accountPath = pattern(signs.account);
export const programOutput = pattern(signs.output);
export const places = sentTo.map((kind) => ({
  kind,
  host: pattern(signs.places[kind].host),
  path: pattern(signs.places[kind].path),
}));
export const phrases = kinds.map((kind) => ({
  kind,
  patterns: Object.values(signs.phrases[kind])
    .flat()
    .map((each) => pattern(each, each.includes('\\p{') ? 'gu' : 'g')),
}));
export const addressesReader = pattern(signs.addresses, 'iu');
export const filler: ReadonlySet<string> = new Set(signs.filler);
