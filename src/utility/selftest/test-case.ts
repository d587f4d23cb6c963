import type { ChainKey } from '../chains/chain.ts';
import type { Expected } from './expected.ts';

/** A dependency of a skill, checked separately when the skill fails. */
export type Need =
  | { readonly dns: string }
  | { readonly page: string }
  | { readonly chains: readonly ChainKey[] }
  /** An eth node that has it. */
  | { readonly transaction: string }
  | { readonly registryOf: string }
  | { readonly vatRegisterOf: string }
  | null;

/** A real call of one skill with a target whose response is known well enough to check. */
export interface TestCase {
  readonly skill: string;
  readonly params: Readonly<Record<string, string>>;
  /** A sentence that names the target and what is verified. */
  readonly checked: string;
  readonly expects: Expected;
  readonly needs: Need;
}

/** A test case for a page. */
export const pageCase = (
  skill: string,
  url: string,
  checked: string,
  expects: Expected,
  needs = url,
): TestCase => ({
  skill,
  params: { url },
  checked: `${url}: ${checked}`,
  expects,
  needs: { page: needs },
});
