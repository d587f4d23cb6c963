import { findPhoneNumbersInText } from 'libphonenumber-js/max';

export const phonesByLibphonenumber = (text: string): string[] =>
  findPhoneNumbersInText(text, 'US').map(({ number }) => number.number);
