import { isPlaceholder } from './placeholder.ts';

/** Authorization headers. */
const names = {
  basic: 'a basic-auth header',
  bearer: 'a bearer token',
  user: 'a password on a command line',
};
export const headerNames: readonly string[] = Object.values(names);

const authorization = /\b(basic|bearer)[ \t]{1,3}([A-Za-z0-9_.~+/=-]{12,400})/gi;
const commandLine = /\bcurl\b[^\n|;]{0,200}?\s(?:-u|--user)[ =]?["']?([^\s"':]{1,60}):([^\s"']{8,100})/g;

export function findHeader(text: string): string | undefined {
  for (const [, scheme = '', given = ''] of text.matchAll(authorization)) {
    if (scheme.toLowerCase() === 'basic' ? isNameAndPassword(given) : isToken(given)) {
      return scheme.toLowerCase() === 'basic' ? names.basic : names.bearer;
    }
  }
  for (const [, user, password = ''] of text.matchAll(commandLine)) {
    if (
      !/^[$%{]/.test(password) &&
      password !== user &&
      !isPlaceholder(`${password}?!#&@~`) &&
      /\d/.test(password)
    ) {
      return names.user;
    }
  }
  return undefined;
}

function isNameAndPassword(value: string): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return false;
  const [, name, password] =
    /^([\x20-\x7e]{1,80}?):([\x20-\x7e]{4,200})$/.exec(Buffer.from(value, 'base64').toString('latin1')) ?? [];
  if (name === undefined || password === undefined) return false;
  // The example of RFC 7617, and common tutorial values.
  return (
    !/^(?:open sesame|pass(?:word|wd)?|secret|test)$/i.test(password) &&
    password !== name &&
    !isPlaceholder(`${password}?!#&@~`)
  );
}

const isToken = (value: string): boolean =>
  value.length >= 24 &&
  !/^kith_/.test(value) &&
  /[A-Za-z]/.test(value) &&
  /\d.*\d.*\d/.test(value) &&
  !/^[a-z]+(?:[_-][a-z]+)*$/i.test(value) &&
  !isPlaceholder(value) &&
  // Three parts form a JWT, which has its own finder.
  value.split('.').length !== 3;
