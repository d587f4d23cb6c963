import type { Person } from '../../../fixtures/city/jobs/board.ts';

/** A caller and parameters in a state in which the operation succeeds. */
export interface World {
  readonly who: Person;
  readonly params?: Record<string, string | number>;
}

export type Worlds = Record<string, () => Promise<World>>;
