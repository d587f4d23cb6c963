import type { AccountName, EntryKind, Transfer } from '../../ledger/movement.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import { beforeCommit, pipelineWrite, StaleStateRetry, type Tx } from '../../platform/db/transaction.ts';
import {
  addUses,
  addUsesWithin,
  BeyondBounds,
  type BudgetUse,
  budgetScopes,
  type EarlierUse,
  earlierUses,
  findOrCreateBudget,
  noUse,
  readUses,
  sumOfUses,
  toGrantUsage,
  utcDay,
} from './budgets.ts';
import {
  decideGrant,
  type GrantDecision,
  type GrantRequest,
  type GrantSource,
  isEarnedWelcome,
  isWelcome,
} from './grant-decision.ts';
import {
  type DayBudget,
  localNetwork,
  type MintPolicy,
  type Pool,
  poolOf,
  releasedBudget,
  widerPrefixes,
} from './policy.ts';

/** AP for an agent or the treasury of its company, subject to the budgets. */
interface MintRequest {
  readonly source: GrantSource;
  readonly ap: number;
  /** The agent whose budgets are charged. */
  readonly agentId: number;
  readonly to: AccountName;
  readonly kind: EntryKind;
  readonly ref: string;
  readonly memo?: string;
  /** Overrides the pool that follows from the agent's standing. */
  readonly pool?: Pool;
}

/** The only source of AP: every grant is decided against the budgets of its agent, network and city. */
export class Mint {
  readonly policy: MintPolicy;
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #contested = new ContestedScopes();

  constructor(deps: { policy: MintPolicy; ledger: Ledger; clock: Clock }) {
    this.policy = deps.policy;
    this.#ledger = deps.ledger;
    this.#clock = deps.clock;
  }

  async grant(tx: Tx, request: MintRequest): Promise<GrantDecision> {
    const [decision] = await this.grantAll(tx, [request]);
    return decision ?? { ap: 0 };
  }

  /**
   * Decides all requests in order and pays them in one transfer, so that accounts are locked in one order. The whole
   * city shares a pool, so uses are read without a lock, and locked and updated only just before the commit. If a
   * concurrent grant changed the decision by then, the transaction is retried. Far from every limit, the update
   * itself checks that, which saves a round trip with the shared rows locked.
   */
  async grantAll(tx: Tx, requests: readonly MintRequest[]): Promise<GrantDecision[]> {
    if (requests.length === 0) return [];
    const now = this.#clock.now();
    const day = utcDay(now);
    const [budget, receivers] = await Promise.all([
      findOrCreateBudget(tx, this.policy, day),
      readReceivers(tx, requests),
    ]);
    const scopedRequests = requests.map((request) =>
      toScopedRequest(request, receiverOf(receivers, request)),
    );
    const wanted = scopesOf(scopedRequests);
    const [earlier, uses] = await Promise.all([earlierUses(tx, wanted, day), readUses(tx, wanted, day)]);
    const released = releasedBudget(budget, now);
    return this.#decide(tx, requests, scopedRequests, { day, budget: released, earlier, uses });
  }

  /**
   * Prepares a grant to an agent that is still being created: it has no grants yet and is not established.
   * Returns a function that makes the grant once the agent exists.
   */
  async readForNewcomer(tx: Tx, network: string): Promise<(request: MintRequest) => GrantDecision> {
    const now = this.#clock.now();
    const day = utcDay(now);
    const receiver = { network, pool: poolOf({ established: false, network }) };
    const wanted = [network, ...widerPrefixes(network)].map(budgetScopes.network);
    wanted.push(budgetScopes.pool(receiver.pool));
    const [budget, earlier, uses] = await Promise.all([
      findOrCreateBudget(tx, this.policy, day),
      earlierUses(tx, wanted, day),
      readUses(tx, wanted, day),
    ]);
    return (request) => {
      const read = { day, budget: releasedBudget(budget, now), earlier, uses };
      return this.#decide(tx, [request], [toScopedRequest(request, receiver)], read)[0] ?? { ap: 0 };
    };
  }

  #decide(
    tx: Tx,
    requests: readonly MintRequest[],
    scopedRequests: readonly ScopedRequest[],
    { day, budget, earlier, uses: read }: ReadUses,
  ): GrantDecision[] {
    const wanted = scopesOf(scopedRequests);
    const decide = (uses: ReadonlyMap<string, BudgetUse>) =>
      decideAll(this.policy, budget, scopedRequests, uses, earlier);
    const { decisions, added } = decide(read);
    const transfers = requests.flatMap((request, n) => toTransfers(request, decisions[n]?.ap ?? 0));
    if (transfers.length === 0) return decisions;
    this.#ledger.collect(tx, transfers);
    // Every scope that the decision depends on, including those it adds nothing to.
    const uses = new Map(wanted.map((scope) => [scope, added.get(scope) ?? noUse]));
    const decidesTheSame = (upTo: ReadonlyMap<string, BudgetUse>) =>
      decide(upTo).decisions.every(({ ap }, n) => ap === decisions[n]?.ap);
    const most = this.#contested.hasAny(wanted)
      ? undefined
      : calculateBounds(read, scopedRequests, decidesTheSame);
    beforeCommit(tx, 'budgets', async (closing) => {
      if (most) {
        const written = addUsesWithin(closing, uses, most, day).catch((error: unknown) => {
          if (!(error instanceof BeyondBounds)) throw error;
          this.#contested.note(wanted);
          throw new StaleStateRetry('the budgets were used meanwhile');
        });
        return pipelineWrite(closing, written);
      }
      const newDecisions = decide(await addUses(closing, uses, day)).decisions;
      if (newDecisions.some(({ ap }, n) => ap !== decisions[n]?.ap))
        throw new StaleStateRetry('the budgets were used meanwhile');
    });
    return decisions;
  }
}

/** The state that decisions of one day are based on. */
interface ReadUses {
  readonly day: string;
  readonly budget: DayBudget;
  readonly earlier: ReadonlyMap<string, EarlierUse>;
  readonly uses: ReadonlyMap<string, BudgetUse>;
}

interface ScopedRequest extends GrantRequest {
  readonly names: SharedScopes['names'] & { readonly agent: string };
}

const scopesOf = (scopedRequests: readonly ScopedRequest[]): string[] => [
  ...new Set(scopedRequests.flatMap(({ names }) => Object.values(names).flat())),
];

function toScopedRequest(request: MintRequest, { network, pool: ownPool }: Receiver): ScopedRequest {
  const { source, ap, agentId, pool = ownPool } = request;
  const names = {
    agent: budgetScopes.agent(agentId),
    network: budgetScopes.network(network),
    prefixes: isWelcome(source) ? widerPrefixes(network).map(budgetScopes.network) : [],
    pool: budgetScopes.pool(pool),
  };
  return { source, ap, pool, network, names };
}

/** Decides all requests in order; `added` is their use of each scope. */
function decideAll(
  policy: MintPolicy,
  budget: DayBudget,
  scopedRequests: readonly ScopedRequest[],
  before: ReadonlyMap<string, BudgetUse>,
  earlier: ReadonlyMap<string, EarlierUse>,
): { decisions: GrantDecision[]; added: Map<string, BudgetUse> } {
  const added = new Map<string, BudgetUse>();
  const useOf = (scope: string): BudgetUse =>
    sumOfUses(before.get(scope) ?? noUse, added.get(scope) ?? noUse);
  const decisions = scopedRequests.map((request) => {
    const { agent, network, prefixes, pool } = request.names;
    const usage = toGrantUsage(
      { agent: useOf(agent), network: useOf(network), prefixes: prefixes.map(useOf), pool: useOf(pool) },
      {
        agent: earlier.get(agent),
        network: earlier.get(network),
        prefixes: prefixes.map((prefix) => earlier.get(prefix)),
      },
    );
    const decision = decideGrant(policy, budget, request, usage);
    if (decision.ap > 0) addUse(added, request, decision.ap);
    return decision;
  });
  return { decisions, added };
}

interface Receiver {
  readonly network: string;
  readonly pool: Pool;
}

async function readReceivers(tx: Tx, requests: readonly MintRequest[]): Promise<Map<number, Receiver>> {
  const ids = [...new Set(requests.map((request) => request.agentId))];
  const rows = await tx
    .selectFrom('agent_standing')
    .select(['agent_id', 'network', 'established_at'])
    .where((where) => where('agent_id', '=', where.fn.any(where.val(ids))))
    .execute();
  return new Map(
    rows.map(({ agent_id, network, established_at }) => [
      agent_id,
      { network, pool: poolOf({ established: established_at !== null, network }) },
    ]),
  );
}

const receiverOf = (receivers: ReadonlyMap<number, Receiver>, request: MintRequest): Receiver =>
  receivers.get(request.agentId) ?? { network: localNetwork, pool: 'local' };

function addUse(added: Map<string, BudgetUse>, { names, source, pool }: ScopedRequest, ap: number): void {
  const add = (scope: string, change: Partial<BudgetUse>) =>
    added.set(scope, sumOfUses(added.get(scope) ?? noUse, { ...noUse, ...change }));
  const counted = isWelcome(source)
    ? { welcomes: source === 'welcome' ? 1 : 0, works: isEarnedWelcome(source) ? 1 : 0 }
    : { ap, newcomer_ap: pool === 'established' ? 0 : ap };
  // A treasury counts as its founder's own, so founding companies earns nobody more.
  add(names.agent, { ...counted, ships: source === 'ship' ? 1 : 0 });
  for (const scope of [names.network, ...names.prefixes]) add(scope, counted);
  add(names.pool, { ap, visits: source === 'daily' ? 1 : 0, works: source === 'work' ? 1 : 0 });
}

function toTransfers({ kind, to, ref, memo }: MintRequest, ap: number): Transfer[] {
  return ap > 0 ? [{ kind, from: 'mint', to, amount: ap, ref, ...(memo && { memo }) }] : [];
}

/** A request with the scopes that it shares with other agents. */
interface SharedScopes extends GrantRequest {
  readonly names: {
    readonly network: string;
    readonly prefixes: readonly string[];
    readonly pool: string;
  };
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
  const networks = requests.flatMap(({ names }) => [names.network, ...names.prefixes]);
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
