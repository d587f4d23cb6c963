/** The condition that a page must meet before its owner is notified. */
export interface Condition {
  /** Notify when this text appears. */
  readonly text?: string | undefined;
  /** Notify when the first number of the watched part rises above this. */
  readonly above?: number | undefined;
  /** Notify when it falls below this. */
  readonly below?: number | undefined;
}

export interface ConditionReading {
  readonly met: boolean;
  /** The compared number; null if there is none, or the condition is about text. */
  readonly number: number | null;
  readonly says: string;
}

/** Evaluates a condition on a text; text may also be found in the title, if that is watched. */
export function conditionIn(
  text: string,
  condition: Condition,
  title: string | null = null,
): ConditionReading {
  if (condition.text !== undefined) {
    const wantedText = normalizeText(condition.text);
    const met = [text, title ?? ''].some((each) => normalizeText(each).includes(wantedText));
    return { met, number: null, says: `the text "${condition.text}" ${met ? 'appeared' : 'is not there'}` };
  }
  const number = firstNumber(text);
  const { above, below } = condition;
  if (number === null) return { met: false, number, says: 'there is no number' };
  const met = (above !== undefined && number > above) || (below !== undefined && number < below);
  const bounds = [above !== undefined && `above ${above}`, below !== undefined && `below ${below}`]
    .filter(Boolean)
    .join(' or ');
  return { met, number, says: `${number} is ${met ? '' : 'not '}${bounds}` };
}

const normalizeText = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

const indian = /\d{1,2}(?:,\d{2})+,\d{3}(?!\d)(?:\.\d+)?/;
const grouped = /\d{1,3}(?:[ ,.\u00a0\u202f'’]\d{3}(?!\d))+(?:[.,]\d+)?/;
/** A hyphen after a letter or digit joins words: "Covid-19" contains 19, not -19. */
const sign = /(?:(?<![\p{L}\p{N}])[-−])?/u;
const numberPattern = new RegExp(
  `${sign.source}(?:${indian.source}|${grouped.source}|\\d+(?:[.,]\\d+)?|(?<!\\d)\\.\\d+)`,
  'u',
);

/** The zero of each script with its own decimal digits. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];

const toAsciiDigits = (text: string): string =>
  text
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (zeros.findLast((zero) => zero <= code) ?? code));
    })
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',');

/** The first number in any common notation: `1,234.50`, `1.234,50`, `1,23,456`, `1 234`, `-3`. */
export function firstNumber(sent: string): number | null {
  // Digits of East Asian text may be full-width.
  const text = toAsciiDigits(sent.normalize('NFKC'));
  const found = numberPattern.exec(text)?.[0];
  if (found === undefined) return null;
  const signed = found.replace('−', '-').replaceAll(/[ \u00a0\u202f'’]/g, '');
  const comma = signed.lastIndexOf(',');
  const point = signed.lastIndexOf('.');
  // The later separator is the decimal one; a single one before exactly three digits groups thousands.
  const decimal = comma >= 0 && point >= 0 ? (comma > point ? ',' : '.') : singleDecimalMark(signed);
  const grouping = decimal === ',' ? '.' : ',';
  const digits = signed.replaceAll(grouping, '').replace(decimal ?? /$^/, '.');
  const value = Number(decimal === null ? signed.replaceAll(/[.,]/g, '') : digits);
  return Number.isFinite(value) ? value : null;
}

function singleDecimalMark(signed: string): '.' | ',' | null {
  const signs = signed.match(/[.,]/g) ?? [];
  if (signs.length !== 1) return null;
  const [sign] = signs;
  const after = signed.length - signed.indexOf(sign ?? '') - 1;
  const leading = /^-?0?[.,]/.test(signed);
  return after === 3 && !leading ? null : sign === ',' ? ',' : '.';
}
