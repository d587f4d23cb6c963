import { mostListed, notRegistered, type Registration } from '../registration/registration.ts';
import { readWhoisDate } from './date.ts';

/** Null where the text says neither that there is a registration nor that there is none. */
export function readWhois(text: string): Registration | null {
  const lines = linesOf(text);
  const fields = readFields(lines);
  const first = (...names: string[]) => names.flatMap((name) => fields.get(name) ?? [])[0] ?? null;
  const all = (...names: string[]) => names.flatMap((name) => fields.get(name) ?? []);
  const dateOf = (...names: string[]) =>
    all(...names)
      .map(readWhoisDate)
      .find((date) => date !== null) ?? null;
  const status = all('status', 'domain status', 'state', 'flags', 'eppstatus');
  if (
    lines.some((line) => absent.test(withoutMark(line))) ||
    status.some((each) => /^(?:available|free)$/i.test(each))
  )
    return notRegistered;
  const registrar = first(
    'registrar',
    'registrar name',
    'registrar/name',
    'sponsoring registrar',
    'registrar/organization',
  );
  const nameservers = all(
    'nserver',
    'name server',
    'nameserver',
    'nameservers',
    'name servers',
    'domain nameservers',
    'nserver/hostname',
  );
  const createdAt = dateOf(
    'created',
    'registered',
    'creation date',
    'created on',
    'registered on',
    'registration date',
    'registration time',
    'domain registered',
    'domain/registered',
    'registered date',
    'created date',
  );
  if (!createdAt && !registrar && nameservers.length === 0 && status.length === 0) return null;
  return {
    registered: true,
    createdAt,
    expiresAt: dateOf(
      'registry expiry date',
      'expires',
      'expires on',
      'expiry date',
      'expiration date',
      'expire date',
      'paid-till',
      'expiration time',
      'valid until',
      'validity',
      'domain/expire',
      'expire',
    ),
    updatedAt: dateOf(
      'updated date',
      'last updated',
      'last update',
      'changed',
      'modified',
      'last-update',
      'last modified',
      'domain/changed',
    ),
    registrar,
    registrarIanaId: first('registrar iana id'),
    // EPP words come with the address of their explanation.
    status: [...new Set(status.map((each) => each.replace(/\s*\(?https?:.*$/, '').trim()))].slice(
      0,
      mostListed,
    ),
    nameservers: [...new Set(nameservers.map(hostOf).filter((name) => name.includes('.')))].slice(
      0,
      mostListed,
    ),
    dnssec: dnssecOf(first('dnssec', 'ds', 'dnssec status')),
    redacted: [],
  };
}

/** How servers say that nobody holds the name, each line looked at by itself. */
const absent =
  /^(?:no match|not found|no entries found|no data found|domain not found|nothing found|no object found|the queried object does not exist|no information available|(?:domain )?"?[\w.-]+"? (?:is (?:free|available)\b|was not found|not found|is not registered|has not been registered))/i;
const complaint =
  /exceeded|too many (?:requests|queries)|quota|access (?:is )?denied|blocked|blacklisted|try again later/i;

/** Said instead of an answer; the wording is the server's own. */
export function whoisComplaint(text: string): string | null {
  const found = linesOf(text).find((line) => complaint.test(line));
  return found === undefined ? null : withoutMark(found).slice(0, 200);
}

const mostLines = 2_000;
const longestLine = 500;

const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/, mostLines)
    .map((line) => line.slice(0, longestLine).trimEnd())
    .filter((line) => line !== '');

const withoutMark = (line: string) => line.replace(/^[%#>\s]+/, '');

/**
 * `name: value` lines by lower-case name. A name alone on its line opens a part: what is indented below it is its
 * values, or `part/name` where it has a name of its own. A plain name there would be taken for the domain's own: the
 * `created` of a contact, say.
 */
function readFields(lines: readonly string[]): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  const add = (name: string, value: string) => fields.set(name, [...(fields.get(name) ?? []), value]);
  let part = '';
  for (const line of lines) {
    const trimmed = line.trim();
    if (/^[%#>]/.test(trimmed)) continue;
    const indented = /^\s/.test(line);
    const { name, value } = fieldOf(trimmed);
    if (!indented) part = '';
    if (name === '' || (part !== '' && /^[\da-f.]+$/.test(name))) {
      if (part !== '') add(part, trimmed);
    } else if (value === '') part = indented && part !== '' ? part : name;
    else add(part === '' ? name : `${part}/${name}`, value);
  }
  return fields;
}

/** `name: value`, `name.......: value` and `[name] value`. */
function fieldOf(line: string): { name: string; value: string } {
  const bracketed = line.startsWith('[');
  const end = line.indexOf(bracketed ? ']' : ':');
  if (end < 1 || end > 60) return { name: '', value: '' };
  const name = line
    .slice(bracketed ? 1 : 0, end)
    .replace(/[.\s]+$/, '')
    .toLowerCase();
  return { name, value: line.slice(end + 1).trim() };
}

const hostOf = (text: string) => (text.split(/[\s(]/, 1)[0] ?? '').toLowerCase().replace(/\.$/, '');

function dnssecOf(text: string | null): boolean | null {
  if (text === null) return null;
  return !/^(?:unsigned|no|inactive|not signed|unsigned delegation)/i.test(text);
}
