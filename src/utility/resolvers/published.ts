import type { ResolverSet } from './resolver-set.ts';
import { set20261115 } from './sets/2026-11-15.ts';

/** Every published set, oldest first. */
export const publishedSets: readonly ResolverSet[] = [set20261115];

export const currentSet: ResolverSet = publishedSets.at(-1)!;

export function findSet(id: string): ResolverSet | undefined {
  return publishedSets.find((each) => each.set_id === id.toLowerCase());
}
