import { type BudgetUse, noUse, sumOfUses } from './budgets.ts';
import type { GrantRequest } from './grant-decision.ts';

/** A request with the scopes that it shares with other agents. */
interface SharedScopes extends GrantRequest {
  readonly names: { readonly network: string; readonly pool: string };
}

/** How many concurrent grants a decision tolerates between reading the uses and adding to them. */
const grantsBetween = 64;

/**
 * Upper bounds of the uses within which a decision stays the same; undefined if a limit is too close. Grants never
 * grow with earlier use, so a decision that is the same at both ends is the same in between.
 */
export function calculateBounds(
  read: ReadonlyMap<string, BudgetUse>,
  requests: readonly SharedScopes[],
  isSameDecision: (uses: ReadonlyMap<string, BudgetUse>) => boolean,
): ReadonlyMap<string, BudgetUse> | undefined {
  const ap = grantsBetween * requests.reduce((sum, request) => sum + request.ap, 0);
  const count = grantsBetween;
  const room: BudgetUse = { ap, newcomer_ap: ap, welcomes: count, works: count, visits: count, ships: count };
  const addRoom = (scopes: readonly string[]) =>
    new Map([...read, ...scopes.map((scope) => [scope, sumOfUses(read.get(scope) ?? noUse, room)] as const)]);
  const pools = requests.map(({ names }) => names.pool);
  const networks = requests.map(({ names }) => names.network);
  // A network reaches its limits after a few grants, and rarely gets several at once.
  return [addRoom([...pools, ...networks]), addRoom(pools)].find(isSameDecision);
}

const rememberedMs = 1_000;
const maxRemembered = 10_000;

/** Scopes whose uses exceeded their bounds within the last second: their next grants lock before they decide. */
export class ContestedScopes {
  readonly #until = new Map<string, number>();

  note(scopes: readonly string[]): void {
    if (this.#until.size >= maxRemembered) this.#until.clear();
    for (const scope of scopes) this.#until.set(scope, performance.now() + rememberedMs);
  }

  hasAny(scopes: readonly string[]): boolean {
    const now = performance.now();
    return scopes.some((scope) => (this.#until.get(scope) ?? 0) > now);
  }
}
