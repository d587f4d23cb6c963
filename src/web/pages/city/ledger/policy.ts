import { UntrustedCheckpoint } from './untrusted-checkpoint.ts';

/** The signatures that the reader requires, as a C2SP tlog-policy. */
export interface WitnessPolicy {
  readonly logs: readonly string[];
  /** Keys by their names in the policy. */
  readonly witnesses: ReadonlyMap<string, string>;
  /** Whether the named witnesses that signed form a quorum. */
  isQuorum(signed: ReadonlySet<string>): boolean;
}

export function readPolicy(text: string): WitnessPolicy {
  const logs: string[] = [];
  const witnesses = new Map<string, string>();
  const members = new Map<string, (signed: ReadonlySet<string>) => boolean>();
  let quorum: ((signed: ReadonlySet<string>) => boolean) | undefined;
  const findMember = (name: string) => {
    const member = members.get(name);
    if (!member) throw new UntrustedCheckpoint(`your policy uses ${name} before it defines it`);
    return member;
  };
  for (const line of text.split('\n')) {
    const [keyword, first, second, ...rest] = line.trim().split(/[ \t]+/);
    if (!keyword || keyword.startsWith('#')) continue;
    if (keyword === 'log' && first) logs.push(first);
    else if (keyword === 'witness' && first && second) {
      if ([...witnesses.values()].some((vkey) => keyOf(vkey) === keyOf(second)))
        throw new UntrustedCheckpoint('your policy names one key twice');
      witnesses.set(first, second);
      members.set(first, (signed) => signed.has(first));
    } else if (keyword === 'group' && first && second && rest.length > 0) {
      const parts = rest.map(findMember);
      const need = second === 'all' ? parts.length : second === 'any' ? 1 : Number(second);
      if (!(need >= 1 && need <= parts.length))
        throw new UntrustedCheckpoint(`your policy's group ${first} cannot be reached`);
      members.set(first, (signed) => parts.filter((holds) => holds(signed)).length >= need);
    } else if (keyword === 'quorum' && first && !quorum)
      quorum = first === 'none' ? () => true : findMember(first);
    else throw new UntrustedCheckpoint(`your policy has a line that is not valid: ${line.trim()}`);
  }
  if (!quorum) throw new UntrustedCheckpoint('your policy has no quorum line');
  return { logs, witnesses, isQuorum: quorum };
}

const keyOf = (vkey: string): string => vkey.split('+').slice(2).join('+');
