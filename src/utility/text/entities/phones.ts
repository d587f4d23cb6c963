import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import type { TextSpan } from './span.ts';

/** Separators that people write between digits. */
const gap = '(?:[ .\\u00a0\\u2010-\\u2015/-]|\\) ?|[ .-]\\(|\\)-| [/-] |[/-] )';
/** Chinese, Japanese and Korean put no space around a number. */
const letters = '\\p{sc=Latn}\\p{sc=Cyrl}\\p{sc=Grek}\\p{sc=Arab}\\p{sc=Hebr}';
const candidates = new RegExp(
  `(?:(?<![${letters}\\p{N}_.,:/@#+-])|(?<=\\p{L}\\.?:)(?=[+(]))[+(]{0,2}\\d{1,15}(?:${gap}\\d{1,15}){0,7}(?![${letters}\\p{N}_@%€$£])`,
  'gu',
);
export const minPhoneDigits = 7;
const lastGroup = new RegExp(`${gap}\\d+$`, 'u');
const northAmerican = /^(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}$/;

/**
 * Finds telephone numbers and returns them as E.164 in `text`; those without a country code belong to the
 * given country.
 */
export function findPhones(text: string, requestedCountry: CountryCode | undefined): TextSpan[] {
  const found: TextSpan[] = [];
  const country = requestedCountry ?? countryOfScript(text);
  candidates.lastIndex = 0;
  for (let match = candidates.exec(text); match; match = candidates.exec(text)) {
    // Another number may follow: surplus groups are dropped one by one.
    for (
      let candidate = match[0];
      candidate !== '';
      candidate = lastGroup.test(candidate) ? candidate.replace(lastGroup, '') : ''
    ) {
      const digits = candidate.replaceAll(/\D/g, '').length;
      if (digits < minPhoneDigits) break;
      const number = digits > 15 ? undefined : toE164(candidate, country);
      if (!number) continue;
      found.push({ start: match.index, end: match.index + candidate.length, text: number });
      candidates.lastIndex = match.index + candidate.length;
      break;
    }
  }
  return found;
}

function toE164(candidate: string, country: CountryCode | undefined): string | undefined {
  if (candidate.startsWith('+')) {
    const number = parsePhoneNumberFromString(candidate);
    return number?.isPossible() ? number.number : undefined;
  }
  if (/^00[ .-]?[1-9]/.test(candidate)) return toE164(`+${candidate.slice(2).replace(/^\D/, '')}`, country);
  const assumed = country ?? (northAmerican.test(candidate) ? 'US' : undefined);
  if (!assumed) return undefined;
  const number = parsePhoneNumberFromString(candidate, assumed);
  return number?.isValid() ? number.number : undefined;
}

const sampleLength = 20_000;

/** The country to assume for a text written mostly in its script. */
function countryOfScript(text: string): CountryCode | undefined {
  const sample = text.slice(0, sampleLength);
  const latin = sample.match(/\p{sc=Latn}/gu)?.length ?? 0;
  const kana = sample.match(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  const han = sample.match(/\p{sc=Han}/gu)?.length ?? 0;
  const hangul = sample.match(/\p{sc=Hangul}/gu)?.length ?? 0;
  if (han + kana + hangul <= latin) return undefined;
  if (kana > 0) return 'JP';
  return hangul > han ? 'KR' : 'CN';
}
