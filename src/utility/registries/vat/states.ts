import { mod11and10, passesLuhn, remainder, weightedSum } from './digits.ts';
import { birthNumber, bulgarianPerson, latvianPerson, romanianPerson, spanishPerson } from './persons.ts';

export interface VatState {
  readonly name: string;
  /** The number without its prefix. */
  readonly form: RegExp;
  readonly like: string;
  /** Checks the check digits; called only for numbers that match the form. */
  readonly check: (number: string) => boolean;
}

const lastDigit = (text: string) => Number(text.at(-1));

/** The member states of the EU and Northern Ireland, under the prefixes that VIES uses. */
export const vatStates: Readonly<Record<string, VatState>> = {
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
