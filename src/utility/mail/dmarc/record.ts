export type DmarcPolicy = 'none' | 'quarantine' | 'reject';

export interface DmarcRecord {
  readonly text: string;
  readonly policy: DmarcPolicy;
  readonly subdomainPolicy: DmarcPolicy | null;
  /** Policy for non-existent subdomains. */
  readonly nonexistentPolicy: DmarcPolicy | null;
  /** RFC 7489 only; receivers that follow RFC 9989 ignore it. */
  readonly pct: number;
  readonly psd: 'y' | 'n' | 'u';
  readonly testing: boolean;
  readonly adkim: 'r' | 's';
  readonly aspf: 'r' | 's';
  readonly rua: readonly string[];
  readonly ruf: readonly string[];
  readonly errors: readonly string[];
}

const version = /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/;
const maxAddresses = 20;

/**
 * Whether a text is a DMARC record at all: the version comes first and must match exactly (RFC 9989, 4.8).
 */
export const isDmarc = (text: string) => version.test(text);

/** Null if the record has no effect: no policy and no report address. */
export function readDmarc(text: string): DmarcRecord | null {
  const errors: string[] = [];
  const tags = readTags(text, errors);
  const oneOf = <T extends string>(tag: string, values: readonly T[]): T | null => {
    const tagValue = tags.get(tag);
    if (tagValue === undefined) return null;
    const value = values.find((each) => each === tagValue.toLowerCase());
    if (!value) errors.push(`${tag}=${tagValue.slice(0, 40)} is not one of ${values.join(', ')}`);
    return value ?? null;
  };
  const policies = ['none', 'quarantine', 'reject'] as const;
  const policy = oneOf('p', policies);
  const rua = addresses(tags.get('rua'), 'rua', errors);
  if (!policy && rua.length === 0) return null;
  if (!policy && !tags.has('p')) errors.push('there is no p= tag, so the policy is none');
  if (tags.has('pct')) errors.push('pct= is obsolete: RFC 9989 receivers ignore it');
  return {
    text,
    policy: policy ?? 'none',
    subdomainPolicy: oneOf('sp', policies),
    nonexistentPolicy: oneOf('np', policies),
    pct: parsePercent(tags.get('pct'), errors),
    psd: oneOf('psd', ['y', 'n', 'u']) ?? 'u',
    testing: oneOf('t', ['y', 'n']) === 'y',
    adkim: oneOf('adkim', ['r', 's']) ?? 'r',
    aspf: oneOf('aspf', ['r', 's']) ?? 'r',
    rua,
    ruf: addresses(tags.get('ruf'), 'ruf', errors),
    errors,
  };
}

function readTags(text: string, errors: string[]): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    if (part.trim() === '') continue;
    const at = part.indexOf('=');
    const tag = part.slice(0, at).trim().toLowerCase();
    if (at < 0 || !/^[a-z][a-z0-9_]*$/.test(tag))
      errors.push(`${JSON.stringify(part.trim().slice(0, 40))} is not a tag`);
    else if (tags.has(tag)) errors.push(`${tag}= occurs twice; the first counts`);
    else tags.set(tag, part.slice(at + 1).trim());
  }
  return tags;
}

function parsePercent(given: string | undefined, errors: string[]): number {
  if (given === undefined) return 100;
  if (/^\d{1,3}$/.test(given) && Number(given) <= 100) return Number(given);
  errors.push('pct is not a number from 0 to 100');
  return 100;
}

function addresses(given: string | undefined, tag: string, errors: string[]): string[] {
  const uris = (given ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const good = uris.filter((each) => /^mailto:[^\s@]+@[^\s@]+$/i.test(each));
  if (good.length < uris.length) errors.push(`${tag}= contains an entry that is not a mailto: address`);
  return good.slice(0, maxAddresses);
}
