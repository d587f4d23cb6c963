import type { ChainKey } from '../chains/chain.ts';
import type { Expected } from './expected.ts';

/** What a skill cannot do its work without, asked for apart from the skill when the skill fails. */
export type Need =
  | { readonly dns: string }
  | { readonly page: string }
  | { readonly chains: readonly ChainKey[] }
  /** A node of eth that has it. */
  | { readonly transaction: string }
  | { readonly registryOf: string }
  | { readonly vatRegisterOf: string }
  | null;

/** One skill, called for real about a named target whose answer is known well enough to be held against. */
export interface TestCase {
  readonly skill: string;
  readonly params: Readonly<Record<string, string>>;
  /** What is found right when it passes, as a sentence that names the target. */
  readonly checked: string;
  readonly expects: Expected;
  readonly needs: Need;
}

/** A case about a page. */
export const ofPage = (
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
