import { type Cosignature, verifyCosignatures } from './cosignature.ts';
import { keyTypes, NoteError, type NoteVerifier, parseVerifierKey } from './note.ts';

/**
 * The signatures a reader requires: C2SP tlog-policy. The city publishes one, and a reader may use its own.
 */
export interface WitnessPolicy {
  readonly logs: readonly NoteVerifier[];
  readonly witnesses: readonly Witness[];
  readonly quorum: Member | null;
}

export interface Witness {
  readonly key: NoteVerifier;
  readonly name: string;
  /** The submission prefix, if known. */
  readonly url: string | undefined;
}

type Member = { readonly witness: NoteVerifier } | Group;
interface Group {
  readonly need: number;
  readonly members: readonly Member[];
}

export class PolicyError extends Error {}

const maxLines = 32;

export function parsePolicy(text: string): WitnessPolicy {
  const logs: NoteVerifier[] = [];
  const witnesses: Witness[] = [];
  const members = new Map<string, Member>();
  const grouped = new Set<string>();
  let quorum: Member | null | undefined;
  const define = (name: string, member: Member) => {
    if (members.has(name) || name === 'none') throw new PolicyError(`${name} is defined twice`);
    members.set(name, member);
  };
  const findMember = (name: string): Member => {
    const member = members.get(name);
    if (!member) throw new PolicyError(`${name} is used before it is defined`);
    return member;
  };
  for (const line of text.split('\n')) {
    const [keyword, ...words] = line.trim().split(/[ \t]+/);
    if (!keyword || keyword.startsWith('#')) continue;
    const [first, second, ...rest] = words;
    if (keyword === 'log' && first && rest.length === 0) logs.push(parseKey(first, keyTypes.log));
    else if (keyword === 'witness' && first && second && rest.length <= 1) {
      const key = parseKey(second, keyTypes.witness);
      witnesses.push({ key, name: first, url: rest[0] });
      define(first, { witness: key });
    } else if (keyword === 'group' && first && second && rest.length > 0) {
      for (const name of rest) {
        if (grouped.has(name)) throw new PolicyError(`${name} is listed twice`);
        grouped.add(name);
      }
      define(first, { need: parseThreshold(second, rest.length), members: rest.map(findMember) });
    } else if (keyword === 'quorum' && first && words.length === 1) {
      if (quorum !== undefined) throw new PolicyError('there are two quorum lines');
      quorum = first === 'none' ? null : findMember(first);
    } else throw new PolicyError(`invalid policy line: ${line.trim()}`);
  }
  if (logs.length > maxLines || witnesses.length > maxLines || members.size > 2 * maxLines)
    throw new PolicyError(`a policy names at most ${maxLines} logs, witnesses and groups`);
  if (quorum === undefined) throw new PolicyError('a policy needs a quorum line');
  requireDistinctKeys(witnesses.map(({ key }) => key));
  return { logs, witnesses, quorum };
}

/** `2-of-3`: any two of three witnesses, given by their keys. */
export function thresholdPolicy(threshold: string, vkeys: readonly string[]): WitnessPolicy {
  const [, k, n] = /^(\d+)-of-(\d+)$/.exec(threshold) ?? [];
  if (k === undefined) throw new PolicyError(`${threshold} is not a threshold like 2-of-3`);
  if (Number(n) !== vkeys.length)
    throw new PolicyError(`${threshold} needs the keys of ${n} witnesses, but ${vkeys.length} were given`);
  const keys = vkeys.map((vkey) => parseKey(vkey, keyTypes.witness));
  requireDistinctKeys(keys);
  return {
    logs: [],
    witnesses: keys.map((key) => ({ key, name: key.name, url: undefined })),
    quorum: { need: parseThreshold(k, keys.length), members: keys.map((witness) => ({ witness })) },
  };
}

/** The text of a policy that any majority of these witnesses satisfies. */
export function majorityPolicy(
  logs: readonly NoteVerifier[],
  witnesses: readonly { key: NoteVerifier; url: string }[],
  logUrl: string,
): string {
  const lines = logs.map(({ vkey }) => `log ${vkey} ${logUrl}`);
  for (const [i, { key, url }] of witnesses.entries()) lines.push(`witness w${i + 1} ${key.vkey} ${url}`);
  const names = witnesses.map((_, i) => `w${i + 1}`);
  if (names.length > 0)
    lines.push(`group majority ${Math.floor(names.length / 2) + 1} ${names.join(' ')}`, 'quorum majority');
  else lines.push('quorum none');
  return `${lines.join('\n')}\n`;
}

export interface Quorum {
  readonly reached: boolean;
  readonly cosignatures: readonly Cosignature[];
  /** The latest time at which a quorum vouched for the note, in POSIX seconds. */
  readonly time: number | undefined;
}

/**
 * Whether a note has the cosignatures the policy requires. Throws NoteError for an invalid one of its
 * witnesses.
 */
export function checkQuorum(note: string, { witnesses, quorum }: WitnessPolicy): Quorum {
  const signed = witnesses.flatMap(({ key }) =>
    verifyCosignatures(note, [key]).map((cosignature) => ({ key, cosignature })),
  );
  const isSatisfied = (member: Member, since: number): boolean =>
    'witness' in member
      ? signed.some(({ key, cosignature }) => key === member.witness && cosignature.time >= since)
      : member.members.filter((each) => isSatisfied(each, since)).length >= member.need;
  const cosignatures = signed.map(({ cosignature }) => cosignature);
  const times = cosignatures.map(({ time }) => time).sort((one, other) => other - one);
  const time = quorum === null ? undefined : times.find((since) => isSatisfied(quorum, since));
  return { reached: quorum === null || time !== undefined, cosignatures, time };
}

function parseKey(vkey: string, type: NoteVerifier['type']): NoteVerifier {
  try {
    return parseVerifierKey(vkey, type);
  } catch (error) {
    if (error instanceof NoteError) throw new PolicyError(`${vkey}: ${error.message}`);
    throw error;
  }
}

function parseThreshold(word: string, members: number): number {
  const need = word === 'all' ? members : word === 'any' ? 1 : /^\d+$/.test(word) ? Number(word) : 0;
  if (need < 1 || need > members) throw new PolicyError(`${word} of ${members} cannot be reached`);
  return need;
}

/** A cosignature does not name its witness: one key under two names would count twice. */
function requireDistinctKeys(keys: readonly NoteVerifier[]): void {
  const raw = new Set(keys.map(({ publicKey }) => publicKey.export({ format: 'jwk' }).x));
  if (raw.size < keys.length) throw new PolicyError('two witnesses have the same key');
}
