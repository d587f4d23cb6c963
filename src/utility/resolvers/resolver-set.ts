import { createHash } from 'node:crypto';

export type NameSystem = 'ens' | 'basenames';

export interface Resolver {
  /** CAIP-2: `eip155:1`. */
  readonly chain: string;
  readonly system: NameSystem;
  /** With its checksum. */
  readonly address: string;
  readonly contract: string;
  /** What its publisher calls it now; names may point to any of them. */
  readonly status: 'current' | 'previous' | 'older' | 'outdated' | 'legacy' | 'original';
  readonly note?: string;
  /** A key of the set's sources. */
  readonly source: string;
}

export interface Source {
  readonly repository: string;
  readonly path: string;
  readonly revision: string;
  /** When the revision was made; null where what was read does not say. */
  readonly revised_at: string | null;
  readonly read_on: string;
}

/** A published set. Its file is never changed: another set is another file. */
export interface ResolverSet {
  readonly set_id: string;
  readonly as_of: string;
  /** Names of the chains in it. */
  readonly chains: Readonly<Record<string, string>>;
  readonly sources: Readonly<Record<string, Source>>;
  readonly resolvers: readonly Resolver[];
  /** What the set does not say, and what was not looked at. */
  readonly scope_limits: readonly string[];
}

/** The set itself: one line a member, in an order that does not depend on how it is written down. */
export function canonicalMembers(resolvers: readonly Resolver[]): string[] {
  const lines = resolvers.map(({ chain, system, address }) => `${chain} ${system} ${address.toLowerCase()}`);
  return [...new Set(lines)].sort();
}

/** Equal sets have equal ids, whoever works them out. */
export function setIdOf(resolvers: readonly Resolver[]): string {
  return createHash('sha256').update(canonicalMembers(resolvers).join('\n')).digest('hex');
}
