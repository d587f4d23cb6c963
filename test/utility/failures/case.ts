import type { Answer } from '../../harness/client.ts';
import type { Fault } from './faults.ts';

/** Addresses that a case may ask about. */
export interface Places {
  /** A page of the web server that fails. */
  readonly page: string;
  /** That server as a site. */
  readonly origin: string;
  /** A healthy site whose pages name files of the one that fails. */
  readonly site: string;
}

/** One skill, and the one upstream of it that fails. */
export interface FailureCase {
  readonly skill: string;
  readonly upstream: string;
  readonly query: (places: Places) => Record<string, string>;
  /** The faults it is about; all four without it. */
  readonly faults?: readonly Fault[];
  /**
   * `refused`: no answer, and free. A list: an answer whose `not_read` names these fields. A function: an
   * answer that says it in another way.
   */
  readonly expected: 'refused' | readonly string[] | ((json: Answer['json'], fault: Fault) => void);
  /** Fields that must be null, false or empty beside it, by their path. */
  readonly unknown?: Readonly<Record<string, unknown>>;
}

export const isRefused = ({ expected }: FailureCase): boolean => expected === 'refused';
