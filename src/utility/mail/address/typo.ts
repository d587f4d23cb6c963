import { distance } from 'fastest-levenshtein';
import { parse } from 'tldts';
import lists from './domain-lists.json' with { type: 'json' };

/** The most common mail domains: a domain that nearly matches one of them is usually mistyped. */
const commonDomains = lists.common;
const minDomainLength = 7;

/** The domain that was probably intended; null if this one resembles no common domain. */
export function suggestDomain(domain: string): string | null {
  if (commonDomains.includes(domain)) return null;
  const allowed = domain.length < minDomainLength ? 0 : domain.length < 9 ? 1 : 2;
  const near = commonDomains
    .filter((each) => each[0] === domain[0] && !isSameNameElsewhere(domain, each))
    .map((each) => ({ each, away: distance(domain, each) }))
    .filter(({ away }) => away <= allowed)
    .sort((a, b) => a.away - b.away);
  return near[0]?.each ?? null;
}

/** Misspellings of the most common top-level domains, none of which exists. */
const mistypedTlds: Readonly<Record<string, string>> = lists.mistypedTlds;

/** The domain with the top-level domain that was probably meant. */
export function suggestTld(domain: string): string | null {
  const dot = domain.lastIndexOf('.');
  const tld = mistypedTlds[domain.slice(dot + 1)];
  return dot > 0 && tld !== undefined ? `${domain.slice(0, dot)}.${tld}` : null;
}

/** The same name in another country is another company's: orange.es is not a misspelt orange.fr. */
function isSameNameElsewhere(domain: string, common: string): boolean {
  const [typed, intended] = [parse(domain), parse(common)];
  return (
    typed.isIcann === true &&
    typed.domainWithoutSuffix === intended.domainWithoutSuffix &&
    intended.publicSuffix !== 'com'
  );
}

const largest = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com'];

/** Lists of providers also contain misspellings of the largest (gmail.co), which offer no mailboxes. */
export const misspellsLargest = (domain: string): boolean =>
  largest.some((each) => each[0] === domain[0] && isOneTypoAway(domain, each));

/** Whether one typing error separates them: a letter wrong, missing, extra, or two swapped. */
export function isOneTypoAway(domain: string, intended: string): boolean {
  const away = distance(domain, intended);
  if (away <= 1) return away === 1;
  if (away > 2 || domain.length !== intended.length) return false;
  const at = [...domain].findIndex((letter, index) => letter !== intended[index]);
  const swapped = `${domain.slice(0, at)}${domain[at + 1]}${domain[at]}${domain.slice(at + 2)}`;
  return swapped === intended;
}
