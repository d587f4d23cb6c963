import type { CountryCode } from 'libphonenumber-js';
import { findEmails, findIps } from './addresses.ts';
import { type DateOrder, findDateEntities } from './dates.ts';
import { findMoney, type Money } from './money.ts';
import { findPhones, minPhoneDigits } from './phones.ts';
import { charsIn, countSigns, digitsIn, type TextSpan, withoutOverlaps, withPlainDigits } from './span.ts';
import { findHandles, findHashtags, findMentions } from './tags.ts';
import { findUrls } from './urls.ts';

export type EntityType =
  | 'email'
  | 'url'
  | 'ip'
  | 'phone'
  | 'date'
  | 'hashtag'
  | 'mention'
  | 'handle'
  | 'money';

/** A distinct entity, with all its occurrences. */
export interface Entity {
  readonly type: EntityType;
  /** Canonical form: E.164, ISO 8601, amount and currency. */
  readonly value: string;
  /** As written at its first occurrence. */
  readonly text: string;
  readonly offset: number;
  readonly length: number;
  count: number;
  readonly ambiguous?: true;
}

export interface Entities {
  readonly emails: string[];
  readonly urls: string[];
  readonly ips: string[];
  readonly phones: string[];
  readonly dates: string[];
  readonly hashtags: string[];
  readonly mentions: string[];
  /** Only if there are some. */
  readonly handles?: string[];
  readonly money: { text: string; amount: number; currency: string }[];
  readonly entities: Entity[];
  readonly count: number;
}

const maxEntities = 5_000;
/** The shortest date or amount in words, as in "six€". */
const minWordChars = 4;

/** Countries that write the month before the day. */
const monthFirst = new Set(['US', 'PH', 'PW', 'FM', 'MH', 'PR', 'GU']);

function dateOrderFor(country: CountryCode | undefined): DateOrder {
  if (!country) return 'by mark';
  return monthFirst.has(country) ? 'month first' : 'day first';
}

/** Finds the entities of a text, each type in text order. Runs in a worker. */
export function findTextEntities({ text, country }: { text: string; country?: CountryCode }): Entities {
  const plain = withPlainDigits(text);
  const { digits, dots, colons, hasAt, hasHash } = countSigns(plain);
  const links = dots > 0 || colons > 0 ? findUrls(text) : [];
  // user:password@host inside a URL is not an e-mail address.
  const emails = hasAt
    ? withoutOverlaps(
        findEmails(text),
        links.filter(({ text: url }) => /^\w+:\/\//.test(url)),
      )
    : [];
  const urls = withoutOverlaps(links, emails);
  const hashtags = hasHash ? withoutOverlaps(findHashtags(text), urls) : [];
  const handles = hasAt ? withoutOverlaps(findHandles(text), urls) : [];
  const mentions = hasAt
    ? withoutOverlaps(findMentions(text), handles.length === 0 ? urls : [...urls, ...handles])
    : [];
  const addresses = emails.length === 0 ? urls : [...emails, ...urls];
  const ips = (digits > 3 && dots > 2) || colons > 1 ? findIps(text) : [];
  // Dates and amounts never overlap an address, so digits inside addresses are not counted.
  const loose = digits === 0 ? 0 : digits - digitsIn(addresses);
  const isAllAddress = loose === 0 && text.length - charsIn(addresses) < minWordChars;
  const dates = isAllAddress
    ? []
    : withoutOverlaps(findDateEntities(plain, loose, dateOrderFor(country)), addresses);
  const money = isAllAddress
    ? []
    : withoutOverlaps(
        findMoney(plain, loose > 0, country),
        dates.length === 0 ? addresses : [...addresses, ...dates],
      );
  const phones =
    loose < minPhoneDigits
      ? []
      : withoutOverlaps(findPhones(plain, country), [...addresses, ...ips, ...dates, ...money, ...hashtags]);
  const byType: [EntityType, readonly TextSpan[]][] = [
    ['email', emails],
    ['url', urls],
    ['ip', ips],
    ['phone', phones],
    ['date', dates],
    ['hashtag', hashtags],
    ['mention', mentions],
    ['money', money],
  ];
  if (handles.length > 0) byType.push(['handle', handles]);
  const found = {
    emails: listTexts(emails),
    urls: listTexts(urls),
    ips: listTexts(ips),
    phones: listTexts(phones),
    dates: listTexts(dates),
    hashtags: listTexts(hashtags),
    mentions: listTexts(mentions),
    money: money.map(({ start, end, amount, currency }) => ({
      text: text.slice(start, end),
      amount,
      currency,
    })),
    entities: mergeEntities(text, byType),
    count: byType.reduce((sum, [, spans]) => sum + spans.length, 0),
  };
  // Handles are rare, and a spread in every result is slow.
  return handles.length > 0 ? { ...found, handles: listTexts(handles) } : found;
}

const listTexts = (spans: readonly TextSpan[]) => spans.map(({ text }) => text);

const isMoney = (span: TextSpan): span is Money => 'currency' in span;
const isAmbiguous = (span: TextSpan): boolean => 'ambiguous' in span && span.ambiguous === true;

/** Each value once, at its first position, with its number of occurrences. */
function mergeEntities(text: string, byType: readonly [EntityType, readonly TextSpan[]][]): Entity[] {
  const all: Entity[] = [];
  for (const [type, spans] of byType) {
    if (spans.length === 1) all.push(toEntity(type, spans[0]!, text));
    else if (spans.length > 1) for (const entity of mergeSpans(type, spans, text)) all.push(entity);
  }
  if (all.length > 1) all.sort((left, right) => left.offset - right.offset);
  return all.length > maxEntities ? all.slice(0, maxEntities) : all;
}

function mergeSpans(type: EntityType, spans: readonly TextSpan[], text: string): Iterable<Entity> {
  const found = new Map<string, Entity>();
  for (const span of spans) {
    const value = canonicalValue(span);
    const known = found.get(value);
    if (known) known.count += 1;
    else found.set(value, toEntity(type, span, text));
  }
  return found.values();
}

const canonicalValue = (span: TextSpan): string =>
  isMoney(span) ? `${span.amount} ${span.currency}` : span.text;

function toEntity(type: EntityType, span: TextSpan, text: string): Entity {
  const { start, end } = span;
  const entity: Entity = {
    type,
    value: canonicalValue(span),
    text: text.slice(start, end),
    offset: start,
    length: end - start,
    count: 1,
  };
  return isAmbiguous(span) ? { ...entity, ambiguous: true } : entity;
}
