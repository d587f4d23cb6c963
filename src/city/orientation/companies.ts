import type { Reader } from '../../platform/db/database.ts';

/** A company as the directory lists it. */
export interface ListedCompany {
  readonly name: string;
  readonly pitch: string;
  readonly founder: string;
  readonly members: number;
}

/** Source of companies for the orientation pages. */
export interface CompanySource {
  /** Boosted companies first, then the newest. */
  list(read: Reader, most: number, now: Date): Promise<readonly ListedCompany[]>;
  count(read: Reader): Promise<number>;
}
