import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Entities, textEntities } from '../../src/utility/text/entities/entities.ts';
import { type Score, Tally } from './score.ts';

interface Recognized {
  readonly input: string;
  readonly results: readonly { text: string; value: string | null; currency: string | null }[];
}

type Reading = (entities: Entities) => readonly unknown[];

/** linkify-it's fixtures and Microsoft's Recognizers: links, addresses, dates with a year, money with a currency. */
export async function measure(corpora: string): Promise<Score[]> {
  const read = (file: string) => JSON.parse(readFileSync(path.join(corpora, file), 'utf8'));
  const links: { links: { text: string; url: string }[]; not_links: string[] } = read('text-links.json');
  const recognized: Record<string, Recognized[]> = read('text-entities-recognizers.json');
  const web = links.links.filter(({ url }) => /^https?:/i.test(url));
  return [
    score(
      'http(s) links',
      0.95,
      ({ urls }) => urls,
      web.map(({ text, url }) => [text, [url]]),
    ),
    score(
      'texts without links',
      0.97,
      ({ urls }) => urls,
      links.not_links.map((text) => [text, []]),
    ),
    texts('URLs', recognized.url, ({ urls }) => urls),
    texts('e-mail addresses', recognized.email, ({ emails }) => emails),
    texts('IP addresses', recognized.ip, ({ ips }) => ips),
    score('dates with a year', 0.85, ({ dates }) => dates, datesOf(recognized.date ?? [])),
    score('money with a currency', 0.73, moneyOf, amountsOf(recognized.money_en ?? [])),
    recall(recognized.phone ?? []),
  ];
}

function score(
  what: string,
  bar: number,
  of: Reading,
  cases: (readonly [text: string, wanted: unknown[]])[],
): Score {
  const tally = new Tally();
  for (const [text, wanted] of cases) {
    const got = of(textEntities({ text }));
    tally.case(isDeepStrictEqual(got, wanted), () => JSON.stringify({ text, got, wanted }));
  }
  return tally.score(what, bar);
}

const lower = (values: readonly unknown[]) => values.map((each) => String(each).toLowerCase());

const texts = (what: string, cases: readonly Recognized[] = [], of: Reading): Score =>
  score(
    what,
    0.9,
    (found) => lower(of(found)),
    cases.map(({ input, results }) => [input, lower(results.map(({ text }) => text))]),
  );

const datesOf = (cases: readonly Recognized[]) =>
  cases
    .filter(({ results }) => results.length === 1 && /\d{2,4}\D*$|\d{4}/.test(results[0]?.text ?? ''))
    .filter(({ results }) => /^\d{4}-\d{2}-\d{2}$/.test(results[0]?.value ?? '') && hasYear(results[0]!))
    .map(({ input, results }) => [input, results.map(({ value }) => value)] as [string, unknown[]]);

/** The year is written out, not worked out from the day the text was said. */
const hasYear = ({ text, value }: { text: string; value: string | null }) =>
  text.includes(value?.slice(0, 4) ?? '?') || new RegExp(`[-/,]${value?.slice(2, 4)}$`).test(text);

const moneyOf: Reading = ({ money }) => money.map(({ amount, currency }) => [amount, currency]);

const amountsOf = (cases: readonly Recognized[]) =>
  cases
    .filter(({ results }) => results.length > 0 && results.every((each) => each.currency && each.value))
    .map(
      ({ input, results }) =>
        [input, results.map((each) => [Number(each.value), each.currency])] as [string, unknown[]],
    );

function recall(cases: readonly Recognized[]): Score {
  const tally = new Tally();
  for (const { input, results } of cases) {
    const wanted = results.map(({ text }) => text.replaceAll(/\D/g, '').slice(-6));
    const got = textEntities({ text: input }).phones.map((each) => each.slice(-6));
    if (wanted.length > 0)
      tally.case(isDeepStrictEqual(got, wanted), () => JSON.stringify({ input, got, wanted }));
  }
  return { ...tally.score('phone numbers', 0.25), note: 'many of these are not valid numbers' };
}
