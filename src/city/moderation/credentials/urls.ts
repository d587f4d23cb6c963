import { isPlaceholder } from './placeholder.ts';

const schemeBefore = /[A-Za-z][A-Za-z0-9+.-]{1,24}$/;
const userInfo = /([^\s/?#@:"'`<>]{0,100}):([^\s/?#"'`<>]{1,200})@([A-Za-z0-9._-]{1,253}|\[[0-9a-f:.]+\])/y;
const databases =
  /^(?:postgres(?:ql)?|mysql|mariadb|mssql|sqlserver|mongodb|rediss?|amqps?|clickhouse|cockroachdb|couchdb|neo4j|nats|kafka|ldaps?)(?:\+\w+)?$/i;
/** Passwords and hosts of examples, and hosts of the local machine. */
const examplePasswords =
  /^(?:pass(?:word|wd)?|pwd|pw|secret|token|user(?:name)?|admin|root|postgres|mysql|guest|test|dev|kith|key|api_?key|x-oauth-basic|hunter2|.{1,3})$/i;
const exampleHosts =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|host)$|(?:^|\.)example(?:\.\w+)?$|\.(?:test|invalid|localhost)$/i;

export const urlCredentialNames = ['a database URL with a password', 'a URL with a password'] as const;

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
    return databases.test(scheme) ? urlCredentialNames[0] : urlCredentialNames[1];
  }
  return undefined;
}

/** A real password may be short and simple, so only explicit placeholders count as such. */
const isPlaceholderPassword = (password: string): boolean =>
  isPlaceholder(`${password}?!#&@~`) || new Set(password).size < 3;
