import type { CountryCode } from 'libphonenumber-js';
import { type DateOrder, findDates } from './dates.ts';
import { findEmails } from './emails.ts';
import { findIps } from './ips.ts';
import { findMoney, type Money } from './money.ts';
import { findPhones } from './phones.ts';
import { type Span, withoutOverlaps } from './span.ts';
import { findHashtags, findMentions } from './tags.ts';
import { findUrls } from './urls.ts';

export type EntityType = 'email' | 'url' | 'ip' | 'phone' | 'date' | 'hashtag' | 'mention' | 'money';

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
  readonly money: { text: string; amount: number; currency: string }[];
  readonly entities: Entity[];
  readonly count: number;
}

const maxEntities = 5_000;

/** Countries that write the month before the day. */
const monthFirst = new Set(['US', 'PH', 'PW', 'FM', 'MH', 'PR', 'GU']);

function orderOf(country: CountryCode | undefined): DateOrder {
  if (!country) return 'by mark';
  return monthFirst.has(country) ? 'month first' : 'day first';
}

/** Finds the entities of a text, each type in text order. Runs in a worker. */
export function textEntities({ text, country }: { text: string; country?: CountryCode }): Entities {
  const links = findUrls(text);
  // user:password@host inside a URL is not an e-mail address.
  const emails = withoutOverlaps(
    findEmails(text),
    links.filter(({ text: url }) => /^\w+:\/\//.test(url)),
  );
  const urls = withoutOverlaps(links, emails);
  const hashtags = withoutOverlaps(findHashtags(text), urls);
  const mentions = withoutOverlaps(findMentions(text), urls);
  const addresses = [...emails, ...urls];
  const ips = findIps(text);
  const dates = withoutOverlaps(findDates(text, orderOf(country)), addresses);
  const money = withoutOverlaps(findMoney(text), [...addresses, ...dates]);
  const taken = [...addresses, ...ips, ...dates, ...money, ...hashtags];
  const phones = withoutOverlaps(findPhones(text, country), taken);
  const byType: [EntityType, readonly Span[]][] = [
    ['email', emails],
    ['url', urls],
    ['ip', ips],
    ['phone', phones],
    ['date', dates],
    ['hashtag', hashtags],
    ['mention', mentions],
    ['money', money],
  ];
  return {
    emails: textsOf(emails),
    urls: textsOf(urls),
    ips: textsOf(ips),
    phones: textsOf(phones),
    dates: textsOf(dates),
    hashtags: textsOf(hashtags),
    mentions: textsOf(mentions),
    money: money.map(({ text: written, amount, currency }) => ({ text: written, amount, currency })),
    entities: merged(text, byType),
    count: byType.reduce((sum, [, spans]) => sum + spans.length, 0),
  };
}

const textsOf = (spans: readonly Span[]) => spans.map(({ text }) => text);

const isMoney = (span: Span): span is Money => 'currency' in span;
const isAmbiguous = (span: Span): boolean => 'ambiguous' in span && span.ambiguous === true;

/** Each value once, at its first position, with its number of occurrences. */
function merged(text: string, byType: readonly [EntityType, readonly Span[]][]): Entity[] {
  const found = new Map<string, Entity>();
  for (const [type, spans] of byType) {
    for (const span of spans) {
      const value = isMoney(span) ? `${span.amount} ${span.currency}` : span.text;
      const key = `${type} ${value}`;
      const known = found.get(key);
      if (known) known.count += 1;
      else
        found.set(key, {
          type,
          value,
          text: text.slice(span.start, span.end),
          offset: span.start,
          length: span.end - span.start,
          count: 1,
          ...(isAmbiguous(span) && { ambiguous: true as const }),
        });
    }
  }
  return [...found.values()].sort((left, right) => left.offset - right.offset).slice(0, maxEntities);
}
