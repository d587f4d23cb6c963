import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Entities, findTextEntities } from '../../src/utility/text/entities/entities.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

interface Recognized {
  readonly input: string;
  readonly results: readonly { text: string; value: string | null; currency: string | null }[];
}

type Reading = (entities: Entities) => readonly unknown[];
type Case = readonly [text: string, wanted: readonly unknown[]];
type Finder = (text: string) => readonly unknown[];
/** What each peer finds in a text, by the peer's name; empty if peers are left out. */
type Peers = Readonly<Record<string, Finder>>;

interface Contest {
  readonly what: string;
  readonly bar: number;
  readonly ours: Reading;
  readonly cases: readonly Case[];
  readonly peers: Peers;
}

/** linkify-it's fixtures and Microsoft's Recognizers: links, addresses, dates with a year, money with a currency. */
export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const read = (file: string) => JSON.parse(readFileSync(path.join(corpora, file), 'utf8'));
  const links: { links: { text: string; url: string }[]; not_links: string[] } = read('text-links.json');
  const recognized: Record<string, Recognized[]> = read('text-entities-recognizers.json');
  const web = links.links.filter(({ url }) => /^https?:/i.test(url));
  const by = peers ? await loadPeers() : noPeers;
  return [
    score({
      what: 'http(s) links',
      bar: 0.95,
      ours: ({ urls }) => urls,
      cases: web.map(({ text, url }) => [text, [url]]),
      peers: by.links,
    }),
    score({
      what: 'texts without links',
      bar: 0.97,
      ours: ({ urls }) => urls,
      cases: links.not_links.map((text) => [text, []]),
      peers: by.links,
    }),
    texts('URLs', recognized.url, ({ urls }) => urls, by.urls),
    texts('e-mail addresses', recognized.email, ({ emails }) => emails, by.emails),
    texts('IP addresses', recognized.ip, ({ ips }) => ips, by.ips),
    score({
      what: 'dates with a year',
      bar: 0.85,
      ours: ({ dates }) => dates,
      cases: datesOf(recognized.date ?? []),
      peers: by.dates,
    }),
    score({
      what: 'money with a currency',
      bar: 0.73,
      ours: moneyOf,
      cases: amountsOf(recognized.money_en ?? []),
      peers: by.money,
    }),
    {
      ...score({
        what: 'phone numbers',
        bar: 0.25,
        ours: ({ phones }) => lastDigits(phones),
        cases: phonesOf(recognized.phone ?? []),
        peers: by.phones,
      }),
      note: 'many of these are not valid numbers',
    },
  ];
}

const kinds = ['links', 'urls', 'emails', 'ips', 'dates', 'money', 'phones'] as const;
type PeersByKind = Record<(typeof kinds)[number], Peers>;
const noPeers: PeersByKind = { links: {}, urls: {}, emails: {}, ips: {}, dates: {}, money: {}, phones: {} };

async function loadPeers(): Promise<PeersByKind> {
  const { linkifyAddresses, linkifyUrls, linkifyEmails } = await import('./peers/links.ts');
  const { recognizers } = await import('./peers/recognizers.ts');
  const { chronoDates } = await import('./peers/dates.ts');
  const { phonesByLibphonenumber } = await import('./peers/phones.ts');
  const own = 'Recognizers (its own cases)';
  return {
    links: { 'linkify-it (its own cases)': linkifyAddresses, Recognizers: recognizers.urls },
    urls: {
      [own]: (text) => lower(recognizers.urls(text)),
      'linkify-it': (text) => lower(linkifyUrls(text)),
    },
    emails: {
      [own]: (text) => lower(recognizers.emails(text)),
      'linkify-it': (text) => lower(linkifyEmails(text)),
    },
    ips: { [own]: (text) => lower(recognizers.ips(text)) },
    dates: { [own]: recognizers.dates, 'chrono-node': chronoDates },
    money: { [own]: recognizers.money },
    phones: {
      [own]: (text) => lastDigits(recognizers.phones(text)),
      'libphonenumber-js (US)': (text) => lastDigits(phonesByLibphonenumber(text)),
    },
  };
}

function score({ what, bar, ours, cases, peers }: Contest): Score {
  const tally = new Tally();
  for (const [text, wanted] of cases) {
    const got = ours(findTextEntities({ text }));
    tally.case(isDeepStrictEqual(got, wanted), () => JSON.stringify({ text, got, wanted }));
    for (const [name, find] of Object.entries(peers)) tally.peer(name, isDeepStrictEqual(find(text), wanted));
  }
  return tally.score(what, bar);
}

const lower = (values: readonly unknown[]) => values.map((each) => String(each).toLowerCase());

const texts = (what: string, cases: readonly Recognized[] = [], of: Reading, peers: Peers): Score =>
  score({
    what,
    bar: 0.9,
    ours: (found) => lower(of(found)),
    cases: cases.map(({ input, results }) => [input, lower(results.map(({ text }) => text))]),
    peers,
  });

const datesOf = (cases: readonly Recognized[]): Case[] =>
  cases
    .filter(({ results }) => results.length === 1 && /\d{2,4}\D*$|\d{4}/.test(results[0]?.text ?? ''))
    .filter(({ results: [only] }) => only && /^\d{4}-\d{2}-\d{2}$/.test(only.value ?? '') && hasYear(only))
    .map(({ input, results }) => [input, results.map(({ value }) => value)]);

/** The year must be written in the text, not derived from the day it was said. */
const hasYear = ({ text, value }: { text: string; value: string | null }) =>
  text.includes(value?.slice(0, 4) ?? '?') || new RegExp(`[-/,]${value?.slice(2, 4)}$`).test(text);

const moneyOf: Reading = ({ money }) => money.map(({ amount, currency }) => [amount, currency]);

const amountsOf = (cases: readonly Recognized[]): Case[] =>
  cases
    .filter(({ results }) => results.length > 0 && results.every((each) => each.currency && each.value))
    .map(({ input, results }) => [input, results.map((each) => [Number(each.value), each.currency])]);

/** Numbers are compared by their last digits, because the prefix can be written in several ways. */
const lastDigits = (numbers: readonly string[]) =>
  numbers.map((each) => each.replaceAll(/\D/g, '').slice(-6));

const phonesOf = (cases: readonly Recognized[]): Case[] =>
  cases
    .filter(({ results }) => results.length > 0)
    .map(({ input, results }) => [input, lastDigits(results.map(({ text }) => text))]);
