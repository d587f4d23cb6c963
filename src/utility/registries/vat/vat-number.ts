/** Check-digit arithmetic that several states share. */
const weightedSum = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0);

/** Doubles every second digit from the right and adds up the digits. */
function passesLuhn(text: string): boolean {
  const sum = [...text].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** ISO 7064, Mod 11,10. */
function mod11and10(text: string): boolean {
  let check = 5;
  for (const digit of text) check = ((((check || 10) * 2) % 11) + Number(digit)) % 10;
  return check === 1;
}

/** Remainder of a number too long for a JS number; letters stand for 10 to 35. */
function remainder(text: string, divisor: number): number {
  let rest = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % divisor;
  }
  return rest;
}

/** Whether the date exists in the calendar. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Personal numbers that serve as VAT numbers: they contain a date of birth, and most have a check digit. */

/** Czech and Slovak birth numbers. Nine-digit ones were issued before 1954 and have no check digit. */
function birthNumber(text: string): boolean {
  const monthDigits = Number(text.slice(2, 4)) % 50;
  const day = Number(text.slice(4, 6));
  let year = 1_900 + Number(text.slice(0, 2));
  if (text.length === 9) {
    if (year >= 1_980) year -= 100;
    return year <= 1_953 && isDay(year, monthDigits, day);
  }
  if (year < 1_954) year += 100;
  // 20 is added to the month on days when the numbers run out, since 2004.
  const month = year >= 2_004 ? monthDigits % 20 : monthDigits;
  const check = Number(text.slice(0, -1)) % 11;
  const expected = year < 1_985 ? check % 10 : check;
  return isDay(year, month, day) && expected === Number(text.at(-1));
}

function bulgarianPerson(text: string): boolean {
  const monthDigits = Number(text.slice(2, 4));
  const century = monthDigits > 40 ? 2_000 : monthDigits > 20 ? 1_800 : 1_900;
  const month = monthDigits > 40 ? monthDigits - 40 : monthDigits > 20 ? monthDigits - 20 : monthDigits;
  const check = weightedSum(text, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11;
  const day = isDay(century + Number(text.slice(0, 2)), month, Number(text.slice(4, 6)));
  return day && check % 10 === Number(text[9]);
}

function romanianPerson(text: string): boolean {
  const century: Record<string, number> = { 1: 1_900, 2: 1_900, 3: 1_800, 4: 1_800, 5: 2_000, 6: 2_000 };
  const from = century[text[0] ?? ''] ?? 1_900;
  const day = isDay(from + Number(text.slice(1, 3)), Number(text.slice(3, 5)), Number(text.slice(5, 7)));
  const check = weightedSum(text, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return text[0] !== '0' && day && (check === 10 ? 1 : check) === Number(text[12]);
}

/** Codes that start with 32 contain no date and cannot be checked. */
function latvianPerson(text: string): boolean {
  if (text.startsWith('32')) return true;
  const century = 1_800 + Number(text[6]) * 100;
  const day = isDay(century + Number(text.slice(4, 6)), Number(text.slice(2, 4)), Number(text.slice(0, 2)));
  const check = 1 + weightedSum(text, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9]);
  return day && (check % 11) % 10 === Number(text[10]);
}

const spanishLetters = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** DNI, NIE, and the numbers of minors and residents abroad. */
function spanishPerson(text: string): boolean {
  const first = 'XYZ'.indexOf(text.charAt(0));
  const digits = first >= 0 ? `${first}${text.slice(1, -1)}` : text.slice(0, -1).replace(/^[KLM]/, '');
  return spanishLetters[remainder(digits, 23)] === text.at(-1);
}

interface VatState {
  readonly name: string;
  /** The number without its prefix. */
  readonly form: RegExp;
  readonly like: string;
  /** Checks the check digits; called only for numbers that match the form. */
  readonly check: (number: string) => boolean;
}

const lastDigit = (text: string) => Number(text.at(-1));

/** The member states of the EU and Northern Ireland, under the prefixes that VIES uses. */
const vatStates: Readonly<Record<string, VatState>> = {
  AT: {
    name: 'Austria',
    form: /^U\d{8}$/,
    like: 'ATU12345675',
    // A Luhn sum that starts at four.
    check: (text) => {
      const sum = [...text.slice(1, 8)].reduce((total, digit, index) => {
        const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
        return total + (value > 9 ? value - 9 : value);
      }, 4);
      return (10 - (sum % 10)) % 10 === lastDigit(text);
    },
  },
  BE: {
    name: 'Belgium',
    form: /^[01]\d{9}$/,
    like: 'BE0123456749',
    check: (text) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8)) && !text.startsWith('00'),
  },
  BG: { name: 'Bulgaria', form: /^\d{9,10}$/, like: 'BG101004508', check: bulgarian },
  CY: { name: 'Cyprus', form: /^\d{8}[A-Z]$/, like: 'CY10259033P', check: cypriot },
  CZ: { name: 'Czechia', form: /^\d{8,10}$/, like: 'CZ25123891', check: czech },
  DE: { name: 'Germany', form: /^[1-9]\d{8}$/, like: 'DE136695976', check: mod11and10 },
  DK: {
    name: 'Denmark',
    form: /^[1-9]\d{7}$/,
    like: 'DK13585628',
    check: (text) => weightedSum(text, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  EE: {
    name: 'Estonia',
    form: /^\d{9}$/,
    like: 'EE100931558',
    check: (text) => weightedSum(text, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  },
  EL: {
    name: 'Greece',
    form: /^\d{9}$/,
    like: 'EL094259216',
    check: (text) => (weightedSum(text, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === lastDigit(text),
  },
  ES: {
    name: 'Spain',
    form: /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
    like: 'ESB58378431',
    check: (text) => (/^[\dXYZKLM]/.test(text) ? spanishPerson(text) : spanishCompany(text)),
  },
  FI: {
    name: 'Finland',
    form: /^\d{8}$/,
    like: 'FI20774740',
    check: (text) => weightedSum(text, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
  },
  FR: { name: 'France', form: /^[0-9A-HJ-NP-Z]{2}\d{9}$/, like: 'FR40303265045', check: french },
  HR: { name: 'Croatia', form: /^\d{11}$/, like: 'HR33392005961', check: mod11and10 },
  HU: {
    name: 'Hungary',
    form: /^\d{8}$/,
    like: 'HU12892312',
    check: (text) => weightedSum(text, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  },
  IE: {
    name: 'Ireland',
    form: /^(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/,
    like: 'IE6433435F',
    check: irish,
  },
  IT: {
    name: 'Italy',
    form: /^\d{11}$/,
    like: 'IT00743110157',
    check: (text) =>
      passesLuhn(text) && !text.startsWith('0000000') && isItalianOffice(Number(text.slice(7, 10))),
  },
  LT: { name: 'Lithuania', form: /^(?:\d{7}1\d|\d{10}1\d)$/, like: 'LT119511515', check: lithuanian },
  LU: {
    name: 'Luxembourg',
    form: /^\d{8}$/,
    like: 'LU15027442',
    check: (text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6)),
  },
  LV: {
    name: 'Latvia',
    form: /^\d{11}$/,
    like: 'LV40003521600',
    check: (text) =>
      text.charAt(0) > '3'
        ? weightedSum(text, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3
        : latvianPerson(text),
  },
  MT: {
    name: 'Malta',
    form: /^[1-9]\d{7}$/,
    like: 'MT11679112',
    check: (text) => weightedSum(text, [3, 4, 6, 7, 8, 9, 10, 1]) % 37 === 0,
  },
  NL: {
    name: 'the Netherlands',
    form: /^\d{9}B(?!00)\d{2}$/,
    like: 'NL004495445B01',
    // Companies use the checksum of the citizen service number, persons since 2020 ISO 7064 over the whole
    // number.
    check: (text) =>
      (weightedSum(text, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 && !text.startsWith('000000000')) ||
      remainder(`NL${text}`, 97) === 1,
  },
  PL: {
    name: 'Poland',
    form: /^\d{10}$/,
    like: 'PL8567346215',
    check: (text) => weightedSum(text, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === lastDigit(text),
  },
  PT: {
    name: 'Portugal',
    form: /^[1-9]\d{8}$/,
    like: 'PT501964843',
    check: (text) =>
      ((11 - (weightedSum(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === lastDigit(text),
  },
  RO: {
    name: 'Romania',
    form: /^(?:[1-9]\d{1,9}|[1-9]\d{12})$/,
    like: 'RO18547290',
    check: (text) =>
      text.length === 13
        ? romanianPerson(text)
        : ((weightedSum(text.padStart(10, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 ===
          lastDigit(text),
  },
  SE: {
    name: 'Sweden',
    form: /^\d{10}(?!00)\d{2}$/,
    like: 'SE123456789701',
    check: (text) => passesLuhn(text.slice(0, 10)) && Number(text.slice(10)) <= 94,
  },
  SI: {
    name: 'Slovenia',
    form: /^[1-9]\d{7}$/,
    like: 'SI50223054',
    check: (text) => {
      const check = 11 - (weightedSum(text, [8, 7, 6, 5, 4, 3, 2]) % 11);
      return check !== 11 && check % 10 === lastDigit(text);
    },
  },
  SK: {
    name: 'Slovakia',
    form: /^[1-9]\d[234789]\d{7}$/,
    like: 'SK2022749619',
    check: (text) => Number(text) % 11 === 0,
  },
  XI: {
    name: 'Northern Ireland',
    form: /^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
    like: 'XI110305878',
    check: british,
  },
};

function bulgarian(text: string): boolean {
  if (text.length === 10) {
    const foreigner = weightedSum(text, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === lastDigit(text);
    const other = (11 - (weightedSum(text, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
    return bulgarianPerson(text) || foreigner || other === lastDigit(text);
  }
  const first = weightedSum(text, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const check = first === 10 ? weightedSum(text, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : first;
  return check % 10 === lastDigit(text);
}

function cypriot(text: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
  const sum = [...text.slice(0, 8)].reduce(
    (total, digit, index) => total + (index % 2 === 0 ? (odd[Number(digit)] ?? 0) : Number(digit)),
    0,
  );
  return !text.startsWith('12') && String.fromCharCode(65 + (sum % 26)) === text[8];
}

function czech(text: string): boolean {
  if (text.length === 8) {
    const check = (11 - (weightedSum(text, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
    return !text.startsWith('9') && (check || 1) % 10 === lastDigit(text);
  }
  if (text.length === 9 && text.startsWith('6')) {
    const sum = weightedSum(text.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11;
    if ((((8 - ((10 - sum) % 11)) % 10) + 10) % 10 === lastDigit(text)) return true;
  }
  return birthNumber(text);
}

function spanishCompany(text: string): boolean {
  const check = [...'0123456789'].find((digit) => passesLuhn(text.slice(1, 8) + digit)) ?? '';
  return /^[A-HJNP-SUVW]/.test(text) && [check, 'JABCDEFGHI'[Number(check)]].includes(text.at(-1));
}

const frenchAlphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Numbers of Monaco start with three zeros and are not SIREN numbers. */
function french(text: string): boolean {
  const siren = text.slice(2);
  if (!siren.startsWith('000') && !passesLuhn(siren)) return false;
  if (/^\d\d/.test(text)) return remainder(`${siren}12`, 97) === Number(text.slice(0, 2));
  const [first, second] = [...text.slice(0, 2)].map((each) => frenchAlphabet.indexOf(each)) as [
    number,
    number,
  ];
  const check = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(siren) + 1 + Math.floor(check / 11)) % 11 === check % 11;
}

const irishAlphabet = 'WABCDEFGHIJKLMNOPQRSTUV';

function irish(text: string): boolean {
  const old = /^\d\D/.test(text);
  const digits = old ? `0${text.slice(2, 7)}${text[0]}` : text.slice(0, 7);
  const second = old ? 0 : Math.max(0, irishAlphabet.indexOf(text.charAt(8) || 'W'));
  const sum = weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) + 9 * second;
  return irishAlphabet[sum % 23] === text[7];
}

const isItalianOffice = (office: number) =>
  (office >= 1 && office <= 100) || [120, 121, 888, 999].includes(office);

function lithuanian(text: string): boolean {
  const digits = [...text.slice(0, -1)];
  const sum = (shift: number) =>
    digits.reduce((total, digit, index) => total + (1 + ((index + shift) % 9)) * Number(digit), 0) % 11;
  const check = sum(0) === 10 ? sum(2) : sum(0);
  return check % 10 === lastDigit(text);
}

function british(text: string): boolean {
  if (/^(?:GD|HA)/.test(text)) return true;
  const rest = weightedSum(text, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
  return Number(text.slice(0, 3)) >= 100 ? [0, 42, 55].includes(rest) : rest === 0;
}

type VatNumber =
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
