import type { Random } from '../../bench/economy/random.ts';
import type { Site } from '../site/site.ts';

/** One way in which the world fails, and what is expected of kith. */
export interface Fault {
  readonly name: string;
  /** One line for the table of docs/reliability.md. */
  readonly proves: string;
  /** Every process answers reads and writes again within this, from the moment that `strike` returns. */
  readonly barS: number;
  /** Does the harm and, where it is not for good, undoes it; gives the moment from which `barS` counts. */
  strike(site: Site, random: Random): Promise<number>;
}

export const now = (): number => performance.now();
