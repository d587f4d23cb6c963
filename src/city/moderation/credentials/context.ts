import { findNamed, isPlaceholder } from './rules.ts';

/** Secrets without a distinctive shape, recognised by what stands around them. */

/** An assignment to something called a key, token, secret or password. */
const assignment =
  /(?:key|token|secret|passw(?:or)?d|pwd|passphrase)["'`\]]{0,2}[ \t]{0,4}(?:=>|:=|=|:|is )[ \t]{0,4}(["'`]?)/gi;
const value = /[^\s"'`,;<>(){}[\]]{8,200}/y;
/** Maximum characters before the match that belong to its name. */
const maxNameChars = 48;

export function findAssigned(text: string): string | undefined {
  for (const match of text.matchAll(assignment)) {
    value.lastIndex = match.index + match[0].length;
    const assigned = value.exec(text)?.[0].replace(/[.!?]+$/, '');
    // Nearly every secret has a digit, and hardly any variable name does.
    if (assigned === undefined || !/\d/.test(assigned)) continue;
    const before = text.slice(Math.max(0, match.index - maxNameChars), match.index);
    const called = before.slice(before.lastIndexOf('\n') + 1) + match[0].replace(/\W.*$/s, '');
    const named = findNamed(called, assigned);
    if (named !== undefined) return named;
    // A bare word is usually a reference; a quoted value, or one in an env file, is a literal.
    const isLiteral = match[1] !== '' || /(?:^|[\s"'])[A-Z0-9_]+=$/.test(lastWord(called, match[0]));
    if (!isLiteral) continue;
    const name = isPassword(called, assigned)
      ? 'a password'
      : isSecret(called, assigned)
        ? 'a secret in an assignment'
        : undefined;
    if (name !== undefined && !isPlaceholder(assigned)) return name;
  }
  return undefined;
}

const lastWord = (called: string, giving: string): string => {
  const word = /[\s"']?[A-Za-z0-9_]+$/.exec(called)?.[0] ?? '';
  return ` ${word.trim()}${/=$/.test(giving.trim()) && !giving.includes(' ') ? '=' : ''}`;
};

/** Number of character classes: lower case, upper case, digits, others. */
const countCharacterClasses = (text: string): number =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((each) => each.test(text)).length;

const isPassword = (called: string, assigned: string): boolean =>
  /passw(?:or)?d$|pwd$|passphrase$/i.test(called) &&
  assigned.length >= 10 &&
  assigned.length <= 64 &&
  countCharacterClasses(assigned) >= 3 &&
  // A dotted path (`settings.db.passwordV2`), a URL or a hash with its scheme is not a password.
  !/^[\w$]+(?:\.[\w$]+)+$|^\w+:\/\/|^[$@%/]|^sha\d|^\{/.test(assigned);

const isSecret = (called: string, assigned: string): boolean =>
  /(?:client|app|api|consumer|shared|jwt|session|signing)[ _-]?(?:secret|key)$|(?:access|auth|refresh|bearer|api)[ _-]?token$|secret[ _-]?(?:key|token)$/i.test(
    called,
  ) &&
  !/public|publishable|anon/i.test(called) &&
  /^[A-Za-z0-9_+/=.~-]{24,200}$/.test(assigned) &&
  /[a-z]/.test(assigned) &&
  /[A-Z]/.test(assigned) &&
  /\d.*\d/.test(assigned) &&
  !/^(?:pk|pub|kith)[_-]|^0x|^[\w$]+(?:\.[\w$]+)+$|^[A-Za-z]+(?:[_-][A-Za-z]+)*\d*$/.test(assigned);

const schemeBefore = /[A-Za-z][A-Za-z0-9+.-]{1,24}$/;
const userInfo = /([^\s/?#@:"'`<>]{0,100}):([^\s/?#"'`<>]{1,200})@([A-Za-z0-9._-]{1,253}|\[[0-9a-f:.]+\])/y;
const databases =
  /^(?:postgres(?:ql)?|mysql|mariadb|mssql|sqlserver|mongodb|rediss?|amqps?|clickhouse|cockroachdb|couchdb|neo4j|nats|kafka|ldaps?)(?:\+\w+)?$/i;
/** Passwords and hosts of examples, and hosts of the local machine. */
const examplePasswords =
  /^(?:pass(?:word|wd)?|pwd|pw|secret|token|user(?:name)?|admin|root|postgres|mysql|guest|test|dev|kith|key|api_?key|x-oauth-basic|hunter2|.{1,3})$/i;
const exampleHosts =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|host)$|(?:^|\.)example(?:\.\w+)?$|\.(?:test|invalid|localhost)$/i;

/** `scheme://user:password@host`. */
export function findUrl(text: string): string | undefined {
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    userInfo.lastIndex = at + 3;
    const found = userInfo.exec(text);
    if (!found) continue;
    const [, user = '', password = '', host = ''] = found;
    const scheme = schemeBefore.exec(text.slice(Math.max(0, at - 25), at))?.[0];
    if (!scheme || exampleHosts.test(host) || examplePasswords.test(password) || password === user) continue;
    if (/^[$%{*[]|^:|\$\{/.test(password) || (password.length > 3 && isPlaceholderPassword(password)))
      continue;
    return databases.test(scheme) ? 'a database URL with a password' : 'a URL with a password';
  }
  return undefined;
}

/** A real password may be short and simple, so only explicit placeholders count as such. */
const isPlaceholderPassword = (password: string): boolean =>
  isPlaceholder(`${password}?!#&@~`) || new Set(password).size < 3;

const authorization = /\b(basic|bearer)[ \t]{1,3}([A-Za-z0-9_.~+/=-]{12,400})/gi;
const commandLine = /\bcurl\b[^\n|;]{0,200}?\s(?:-u|--user)[ =]?["']?([^\s"':]{1,60}):([^\s"']{8,100})/g;

export function findHeader(text: string): string | undefined {
  for (const [, scheme = '', given = ''] of text.matchAll(authorization)) {
    if (scheme.toLowerCase() === 'basic' ? isNameAndPassword(given) : isToken(given)) {
      return scheme.toLowerCase() === 'basic' ? 'a basic-auth header' : 'a bearer token';
    }
  }
  for (const [, user, password = ''] of text.matchAll(commandLine)) {
    if (
      !/^[$%{]/.test(password) &&
      password !== user &&
      !isPlaceholder(`${password}?!#&@~`) &&
      /\d/.test(password)
    ) {
      return 'a password on a command line';
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
