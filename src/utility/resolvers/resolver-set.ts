import { createHash } from 'node:crypto';
import set20261115 from './sets/2026-11-15.json' with { type: 'json' };

export type NameSystem = 'ens' | 'basenames';

export interface Resolver {
  /** CAIP-2 chain id, such as `eip155:1`. */
  readonly chain: string;
  readonly system: NameSystem;
  /** With its EIP-55 checksum. */
  readonly address: string;
  readonly contract: string;
  /** The publisher's current label for it; names may still point to any of them. */
  readonly status: 'current' | 'previous' | 'older' | 'outdated' | 'legacy' | 'original';
  readonly note?: string;
  /** Key in the set's sources. */
  readonly source: string;
}

export interface ResolverSource {
  readonly repository: string;
  readonly path: string;
  readonly revision: string;
  /** Date of the revision; null if the source does not state it. */
  readonly revised_at: string | null;
  readonly read_on: string;
}

/** A published set. Its file never changes; a new set is a new file. */
export interface ResolverSet {
  readonly set_id: string;
  readonly as_of: string;
  /** Names of its chains. */
  readonly chains: Readonly<Record<string, string>>;
  readonly sources: Readonly<Record<string, ResolverSource>>;
  readonly resolvers: readonly Resolver[];
  /** What the set does not cover. */
  readonly scope_limits: readonly string[];
}

/** Canonical form of the set: one line per member, in an order independent of the file. */
export function canonicalMembers(resolvers: readonly Resolver[]): string[] {
  const lines = resolvers.map(({ chain, system, address }) => `${chain} ${system} ${address.toLowerCase()}`);
  return [...new Set(lines)].sort();
}

/** Equal sets have equal ids, whoever computes them. */
export function computeSetId(resolvers: readonly Resolver[]): string {
  return createHash('sha256').update(canonicalMembers(resolvers).join('\n')).digest('hex');
}

/** Every published set, oldest first. */
export const publishedSets: readonly ResolverSet[] = [set20261115 as ResolverSet];

export const currentSet: ResolverSet = publishedSets.at(-1)!;

export function findSet(id: string): ResolverSet | undefined {
  return publishedSets.find((each) => each.set_id === id.toLowerCase());
}
