import type { Random } from '../../bench/economy/random.ts';
import type { SiteKind } from '../site/backing.ts';
import type { Need } from '../site/programs.ts';
import type { Site } from '../site/site.ts';

/** One way in which the world fails, and what is expected of kith. */
export interface Fault {
  readonly name: string;
  readonly site: SiteKind;
  /** What has to be installed, or allowed, for it. */
  readonly needs: readonly Need[];
  /** Every process answers reads and writes again within this. */
  readonly barS: number;
  /** Does the harm and, where it is not for good, undoes it; gives the moment from which `barS` counts. */
  strike(site: Site, random: Random): Promise<number>;
  /** Once kith is back: puts right what the next round needs. */
  repair?(site: Site): Promise<void>;
}

export const now = (): number => performance.now();

/** A part that sites of the fault's kind have. */
export function partOf<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the site has no such part');
  return part;
}
