import { abuseContact, maxListed, notRegistered, type Registration } from '../registration/registration.ts';
import fieldNames from './field-names.json' with { type: 'json' };
import { readFields } from './fields.ts';

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const forms: [RegExp, (parts: string[]) => [string, string, string]][] = [
  [/^(\d{4})[-./ ] ?(\d{1,2})[-./ ] ?(\d{1,2})/, ([y = '', m = '', d = '']) => [y, m, d]],
  [/^(\d{4})-([a-z]{3})[a-z]*-(\d{1,2})/i, ([y = '', m = '', d = '']) => [y, m, d]],
  [/^(\d{4})(\d{2})(\d{2})/, ([y = '', m = '', d = '']) => [y, m, d]],
  [/^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})/, ([d = '', m = '', y = '']) => [y, m, d]],
  [/^(\d{1,2})(?:st|nd|rd|th)?[- ]([a-z]{3})[a-z]*[- ](\d{4})/i, ([d = '', m = '', y = '']) => [y, m, d]],
  [
    /^(?:[a-z]{3},? )?([a-z]{3})[a-z]* +(\d{1,2}),? +(?:[\d:]+ +(?:[A-Z]{3,4} +)?)?(\d{4})/i,
    ([m = '', d = '', y = '']) => [y, m, d],
  ],
];

/** Time of day with its zone, as it follows a date: `04:52:02 (JST)`, `00:00:00+02`, `04:34:46 +03:00`. */
const zonedTime =
  /^[T ]+(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)? *\(?(Z|(?:UTC|GMT)(?![+-])|JST|KST|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?)\b/i;
const zones: Readonly<Record<string, number>> = { Z: 0, UTC: 0, GMT: 0, JST: 9 * 60, KST: 9 * 60 };

/**
 * Parses a date in any format that WHOIS servers use, with the day before the month; null if there is none.
 * With a zone it is that moment; a time without a zone is ambiguous, so only its day is kept.
 */
export function readWhoisDate(text: string): string | null {
  const trimmed = text.trim();
  if (/^\d{4}-\d{2}-\d{2}T/.test(trimmed)) {
    const date = new Date(trimmed);
    if (!Number.isNaN(date.getTime())) return date.toISOString();
  }
  for (const [form, order] of forms) {
    const found = form.exec(trimmed);
    if (!found) continue;
    const [year, month, day] = order(found.slice(1));
    const namedMonth = months.indexOf(month.toLowerCase());
    const index = namedMonth >= 0 ? namedMonth : Number(month) - 1;
    const date = new Date(Date.UTC(Number(year), index, Number(day)));
    if (date.getUTCMonth() === index && date.getUTCDate() === Number(day))
      return new Date(date.getTime() + sinceMidnightMs(trimmed.slice(found[0].length))).toISOString();
  }
  return null;
}

/** Milliseconds from midnight UTC of the written day to the moment it means. */
function sinceMidnightMs(rest: string): number {
  const [, hours, minutes, seconds, zone] = zonedTime.exec(rest) ?? [];
  if (zone === undefined) return 0;
  const [, sign, ahead, more] = /([+-])(\d{1,2}?):?(\d{2})?$/.exec(zone) ?? [];
  const offset = zones[zone.toUpperCase()] ?? Number(`${sign}1`) * (Number(ahead) * 60 + Number(more ?? 0));
  return ((Number(hours) * 60 + Number(minutes) - offset) * 60 + Number(seconds ?? 0)) * 1_000;
}

/** Null if the text states neither that the domain is registered nor that it is free. */
export function readWhois(text: string): Registration | null {
  const lines = splitLines(text);
  const fields = readFields(lines);
  const first = (...names: string[]) => names.flatMap((name) => fields.get(name) ?? [])[0] ?? null;
  const all = (...names: string[]) => names.flatMap((name) => fields.get(name) ?? []);
  const findDate = (...names: string[]) =>
    all(...names)
      .map(readWhoisDate)
      .find((date) => date !== null) ?? null;
  const status = all(
    // Next to a `city` field it is part of an address.
    ...fieldNames.status.filter((name) => name !== 'state' || !fields.has('city')),
  )
    .filter((each) => each !== '-')
    .flatMap((each) => (statusList.test(each) ? each.split(/,\s*/) : [each]));
  if ([...status, ...all('query_status')].some((each) => /^(?:220 )?(?:available|free)$/i.test(each)))
    return notRegistered;
  const registrar = first(...fieldNames.registrar)?.replace(webAddress, '');
  const dnsSection = [...fields.keys()].find((each) => each.startsWith('dns servers ('));
  const hostLines = all(...(dnsSection ? [dnsSection] : []), ...fieldNames.nameservers);
  // At .dk this field is the name of the domain itself.
  const nameservers = hostLines.length > 0 ? hostLines : all('dns');
  const createdAt =
    findDate(...fieldNames.created) ??
    assignedAt(all('changed')) ??
    sentenceDate(lines, /^\s+Registered on (\d.*)$/) ??
    sentenceDate(lines, /^\s*Record created on (\d.*)$/);
  // Terms of use can contain such a phrase too, beside a record.
  if (
    !createdAt &&
    nameservers.length === 0 &&
    lines.some((line) => unregisteredPhrases.test(stripCommentMark(line)))
  )
    return notRegistered;
  if (!createdAt && !registrar && nameservers.length === 0 && status.length === 0) return null;
  return {
    registered: true,
    createdAt,
    expiresAt:
      findDate(...fieldNames.expires) ??
      paidUntil(first('state')) ??
      sentenceDate(lines, /^\s*Record expires on (\d.*)$/),
    updatedAt: findDate(...fieldNames.updated) ?? lastChanged(all('changed')),
    registrar: registrar ?? null,
    registrarIanaId: all('registrar iana id').find((each) => /^\d+$/.test(each)) ?? null,
    abuse: abuseContact(
      all(...fieldNames.abuseEmail).find((each) => each.includes('@')) ?? null,
      all(...fieldNames.abusePhone).find((each) => /^\+?[\d\s().-]{5,}/.test(each)) ?? null,
    ),
    // EPP status codes are followed by the URL of their explanation.
    status: [
      ...new Set(
        status.map((each) =>
          each
            .replace(/\s*\(?https?:.*$/, '')
            .replace(/^([a-z]+[A-Z]\w+) - .*$/, '$1')
            .trim(),
        ),
      ),
    ].slice(0, maxListed),
    nameservers: [
      ...new Set(nameservers.map(parseHost).filter((name) => name.includes('.') && name !== 'not.defined')),
    ].slice(0, maxListed),
    dnssec:
      parseDnssec(
        first(...fieldNames.dnssec) ?? /\(zone ((?:un)?signed)/.exec(dnsSection ?? '')?.[1] ?? null,
      ) ?? ([...fields.keys()].some((name) => keyNames.test(name)) ? true : null),
    redacted: [...fields]
      .filter(([, values]) => values.some((each) => withheld.test(each)))
      .map(([name]) => name)
      .slice(0, maxListed),
  };
}

/** The end of the fiscal year for which .co.jp and similar domains are paid: `Connected (2027/03/31)`. */
const paidUntil = (state: string | null): string | null =>
  readWhoisDate(/^connected \(([\d/]+)\)$/i.exec(state ?? '')?.[1] ?? '');

/** `changed: hostmaster AT registry 19990605 (Assigned)`, one line per change. */
const changeDate = /\b(\d{8})(?: \((\w+)\))?$/;

const assignedAt = (changes: readonly string[]): string | null =>
  readWhoisDate(
    changes.map((each) => changeDate.exec(each)).find((each) => each?.[2] === 'Assigned')?.[1] ?? '',
  );

const lastChanged = (changes: readonly string[]): string | null =>
  changes
    .map((each) => readWhoisDate(changeDate.exec(each)?.[1] ?? ''))
    .filter((date) => date !== null)
    .sort()
    .at(-1) ?? null;

/** A date in a sentence: `Registered on 30th April 2003 at 00:00:00.000`. */
const sentenceDate = (lines: readonly string[], form: RegExp): string | null =>
  lines.map((line) => readWhoisDate(form.exec(line)?.[1] ?? '')).find((date) => date !== null) ?? null;

/** Fields that only a signed domain has, at registries without one for DNSSEC itself. */
const keyNames = /^(?:dnskey|dsrecord|ds-rdata|keyset|key1-tag|keys(?:\/keytag)?)$/;

/** Placeholders for values that the registry withholds. */
const withheld =
  /^<?(?:data )?(?:redacted|not (?:disclosed|shown|published|public)|private person|see at www\.register\.bg|hidden)\b/i;

/** The web site of a registrar, in parentheses after its name. */
const webAddress = /\s*\(\s*https?:.*\)\s*$/;

/** Several status codes on one line: EPP codes, or the capitals of .ru. */
const statusList = /^(?:[a-z]+[A-Z]\w*|[A-Z]+)(?:,\s*(?:[a-z]+[A-Z]\w*|[A-Z ]+))+$/;

/** Phrases for an unregistered name, matched line by line. */
const unregisteredPhrases =
  /^(?:error:? *(?:\d+:)? *)?(?:no match|no found|no object found|not found|no entries found|no data (?:was )?found|no_se_encontro|the domain has not been registered|no such domain|domain not found|nothing found|nincs talalat|the queried object does not exist|the requested domain was not found|above domain name is not registered|no information available|we do not have an entry|el dominio no se encuentra registrado|data not found|domain unknown|sorry, but domain: "[^"]+", not found|(?:domain (?:name )?|"?[\w-]+(?:\.[\w-]+)+"? )is (?:free|available)\b|available$|(?:(?:the )?domain (?:name )?)?["[]?[\w.-]+["\]]?:? (?:- no match|no entries found|was not found|not found|is not registered|has not been registered|does not exist))/i;
const errorPhrases =
  /exceeded|excessive quer|(?:query|request) (?:rate|limit) reached|max(?:imum)? quer(?:y|ies).* reached|too many (?:requests|queries)|quota|access (?:is )?denied|request denied|permission denied|access control limit|not (?:permitted|authori[sz]ed)|rate.?limit|blocked|blacklisted|try again later/i;

/** An error message sent instead of a record, in the server's own words. */
export function whoisErrorMessage(text: string): string | null {
  const found = splitLines(text).find((line) => errorPhrases.test(line));
  return found === undefined ? null : stripCommentMark(found).slice(0, 200);
}

const maxLines = 2_000;
const maxLineLength = 500;

const splitLines = (text: string): string[] =>
  text.split(/\r?\n/, maxLines).map((line) => line.slice(0, maxLineLength).trimEnd());

const stripCommentMark = (line: string) => line.replace(/^[%#>*\s]+/, '');

const parseHost = (text: string) => (text.split(/[\s(]/, 1)[0] ?? '').toLowerCase().replace(/\.$/, '');

function parseDnssec(text: string | null): boolean | null {
  if (text === null) return null;
  return !/^(?:unsigned|no|n$|inactive|disabled|false|not signed|미서명)/i.test(text);
}
