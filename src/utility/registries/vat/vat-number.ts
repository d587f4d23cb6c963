import { vatStates } from './states.ts';

export type VatNumber =
  | {
      readonly ok: true;
      /** Country code as VIES uses it: EL for Greece. */
      readonly country: string;
      readonly number: string;
      readonly checkDigits: boolean;
    }
  | { readonly ok: false; readonly error: string; readonly hint: string };

/** Full length of numbers whose leading zero is often omitted. */
const zeroPaddedLengths: Readonly<Record<string, number>> = { BE: 10, EL: 9, NL: 12 };

/** Spaces, punctuation, and the invisible marks that copying from a document brings along. */
const separators = /[\s.\p{Pd}/,_:'’()|\p{Cf}]/gu;

/** Parses a number as people write it, with spaces and dots, in full-width letters too. */
export function readVat(sent: string, field = 'vat'): VatNumber {
  const text = sent.normalize('NFKC').toUpperCase().replaceAll(separators, '');
  const prefix = text.slice(0, 2);
  const country = prefix === 'GR' ? 'EL' : prefix;
  const state = vatStates[country];
  if (!state) {
    const known = Object.keys(vatStates).join(', ');
    return {
      ok: false,
      error: /^[A-Z]{2}/.test(text)
        ? `${field} begins with ${prefix}, which is not a prefix of the EU registry`
        : `${field} does not begin with the two letters of a country`,
      hint: `Send the prefix and the number, like BE0123456749; the prefixes are ${known}.`,
    };
  }
  const digits = text.slice(2);
  const number = digits.length + 1 === zeroPaddedLengths[country] ? `0${digits}` : digits;
  if (!state.form.test(number)) {
    return {
      ok: false,
      error: `${field} does not have the format of ${state.name}`,
      hint: `Send one like ${state.like}.`,
    };
  }
  return { ok: true, country, number, checkDigits: state.check(number) };
}
