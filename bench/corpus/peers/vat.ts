import * as jsvat from 'jsvat';

const { checkVAT, ...others } = jsvat;
const countries = Object.values<unknown>(others).filter(isCountry);

export const isValidVat = (number: string): boolean => checkVAT(number, countries).isValid;

function isCountry(exported: unknown): exported is jsvat.Country {
  return typeof exported === 'object' && exported !== null && 'codes' in exported;
}
