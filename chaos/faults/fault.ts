import type { Random } from '../../bench/economy/random.ts';
import type { Need } from '../site/programs.ts';
import type { Site } from '../site/site.ts';
import type { SiteKind } from '../site/site-services.ts';

/** One kind of failure, and the recovery expected of kith. */
export interface Fault {
  readonly name: string;
  readonly site: SiteKind;
  /** Programs and permissions that it requires. */
  readonly needs: readonly Need[];
  /** Every process must serve reads and writes again within this time. */
  readonly maxRecoveryS: number;
  /** Causes the failure and ends it unless it is permanent. Returns the time from which `maxRecoveryS` counts. */
  cause(site: Site, random: Random): Promise<number>;
  /** Restores what the next round needs, after kith has recovered. */
  repair?(site: Site): Promise<void>;
}

export const now = (): number => performance.now();

/** A component that every site of the fault's kind has. */
export function requirePart<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the site has no such part');
  return part;
}
