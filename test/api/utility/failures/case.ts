import type { Answer } from '../../../harness/client.ts';
import type { Fault } from './faults.ts';

/** Hosts that a case may use. */
export interface Places {
  /** A page of the failing web server. */
  readonly page: string;
  /** The failing server as a site. */
  readonly origin: string;
  /** A healthy site whose pages refer to files of the failing one. */
  readonly site: string;
}

/** One skill, and its one upstream that fails. */
export interface FailureCase {
  readonly skill: string;
  readonly upstream: string;
  readonly query: (places: Places) => Record<string, string>;
  /** The faults it covers; all four by default. */
  readonly faults?: readonly Fault[];
  /**
   * `refused`: a refusal, which is free. A list: a response whose `not_read` names these fields. A function: a response
   * that reports it in another way.
   */
  readonly expected: 'refused' | readonly string[] | ((json: Answer['json'], fault: Fault) => void);
  /** Fields that must be null, false or empty in the response, by their path. */
  readonly unknown?: Readonly<Record<string, unknown>>;
}

export const isRefused = ({ expected }: FailureCase): boolean => expected === 'refused';
