import type { CountryCode } from 'libphonenumber-js';
import { findDates } from './dates.ts';
import { findEmails } from './emails.ts';
import { findIps } from './ips.ts';
import { findMoney } from './money.ts';
import { findPhones } from './phones.ts';
import { apartFrom, type Span } from './span.ts';
import { findHashtags, findMentions } from './tags.ts';
import { findUrls } from './urls.ts';

export interface Entities {
  readonly emails: string[];
  readonly urls: string[];
  readonly ips: string[];
  readonly phones: string[];
  readonly dates: string[];
  readonly hashtags: string[];
  readonly mentions: string[];
  readonly money: { text: string; amount: number; currency: string }[];
  readonly count: number;
}

const textsOf = (spans: readonly Span[]) => spans.map(({ text }) => text);

/** What a text names, each kind in the order of the text and as often as it stands there. For a worker. */
export function textEntities({ text, country }: { text: string; country?: CountryCode }): Entities {
  const emails = findEmails(text);
  const urls = apartFrom(findUrls(text), emails);
  const hashtags = apartFrom(findHashtags(text), urls);
  const mentions = apartFrom(findMentions(text), urls);
  const addresses = [...emails, ...urls];
  const ips = findIps(text);
  const dates = apartFrom(findDates(text), addresses);
  const money = apartFrom(findMoney(text), [...addresses, ...dates]);
  const phones = apartFrom(findPhones(text, country), [
    ...addresses,
    ...ips,
    ...dates,
    ...money,
    ...hashtags,
  ]);
  const found = [emails, urls, ips, phones, dates, hashtags, mentions, money];
  return {
    emails: textsOf(emails),
    urls: textsOf(urls),
    ips: textsOf(ips),
    phones: textsOf(phones),
    dates: textsOf(dates),
    hashtags: textsOf(hashtags),
    mentions: textsOf(mentions),
    money: money.map(({ text: written, amount, currency }) => ({ text: written, amount, currency })),
    count: found.reduce((sum, each) => sum + each.length, 0),
  };
}
