import { noUse, sumOfUses, type Use } from './budgets.ts';
import type { GrantRequest } from './grant-decision.ts';

/** Scopes of a request whose uses other agents share; nobody but its own calls adds to an agent's. */
interface SharedScopes extends GrantRequest {
  readonly names: { readonly network: string; readonly pool: string };
}

/** So many grants of others may come between reading the uses and adding to them. */
const grantsBetween = 64;

/**
 * The most that the uses may be when a decision on them is written, so that it is the same decision; undefined when a
 * limit is too near. A grant never grows with what was used before: if the decision is the same at both ends, it is the
 * same everywhere between.
 */
export function boundsOf(
  read: ReadonlyMap<string, Use>,
  requests: readonly SharedScopes[],
  isSameDecision: (uses: ReadonlyMap<string, Use>) => boolean,
): ReadonlyMap<string, Use> | undefined {
  const ap = grantsBetween * requests.reduce((sum, request) => sum + request.ap, 0);
  const count = grantsBetween;
  const room: Use = { ap, newcomer_ap: ap, welcomes: count, works: count, visits: count, ships: count };
  const above = (scopes: readonly string[]) =>
    new Map([...read, ...scopes.map((scope) => [scope, sumOfUses(read.get(scope) ?? noUse, room)] as const)]);
  const pools = requests.map(({ names }) => names.pool);
  const networks = requests.map(({ names }) => names.network);
  // A network's limits are near after few grants, and few grants of one network come at once.
  return [above([...pools, ...networks]), above(pools)].find(isSameDecision);
}

const rememberedMs = 1_000;
const maxRemembered = 10_000;

/** Scopes whose uses went beyond their bounds a moment ago: grants come so close together that the next locks first. */
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
