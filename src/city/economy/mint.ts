import type { AccountName, EntryKind, Transfer } from '../../ledger/movement.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import { beforeCommit, pipelineWrite, StaleStateRetry, type Tx } from '../../platform/db/transaction.ts';
import { ContestedScopes, calculateBounds } from './budget-bounds.ts';
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
import { type DayBudget, localNetwork, type MintPolicy, type Pool, poolOf } from './policy.ts';

/** AP for an agent or the treasury of its company, subject to the budgets. */
export interface GrantWish {
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

  async grant(tx: Tx, request: GrantWish): Promise<GrantDecision> {
    const [decision] = await this.grantAll(tx, [request]);
    return decision ?? { ap: 0 };
  }

  /**
   * Decides all wishes in order and pays them in one transfer, so that accounts are locked in one order. The
   * whole city shares a pool, so uses are read without a lock and only locked and added to just before
   * commit. If a concurrent grant changed the decision by then, the transaction is retried. Far from every
   * limit the adding statement checks that itself, so the shared rows stay locked for no round trip.
   */
  async grantAll(tx: Tx, wishes: readonly GrantWish[]): Promise<GrantDecision[]> {
    if (wishes.length === 0) return [];
    const day = utcDay(this.#clock.now());
    const [budget, receivers] = await Promise.all([
      findOrCreateBudget(tx, this.policy, day),
      readReceivers(tx, wishes),
    ]);
    const requests = wishes.map((wish) => toScopedRequest(wish, receiverOf(receivers, wish)));
    const wanted = scopesOf(requests);
    const [earlier, uses] = await Promise.all([earlierUses(tx, wanted, day), readUses(tx, wanted, day)]);
    return this.#decide(tx, wishes, requests, { day, budget, earlier, uses });
  }

  /**
   * Prepares a grant to an agent that is still being created: it has no grants yet and is not established.
   * Returns a function that makes the grant once the agent exists.
   */
  async readForNewcomer(tx: Tx, network: string): Promise<(wish: GrantWish) => GrantDecision> {
    const day = utcDay(this.#clock.now());
    const receiver = { network, pool: poolOf({ established: false, network }) };
    const wanted = [budgetScopes.network(network), budgetScopes.pool(receiver.pool)];
    const [budget, earlier, uses] = await Promise.all([
      findOrCreateBudget(tx, this.policy, day),
      earlierUses(tx, wanted, day),
      readUses(tx, wanted, day),
    ]);
    return (wish) => {
      const read = { day, budget, earlier, uses };
      return this.#decide(tx, [wish], [toScopedRequest(wish, receiver)], read)[0] ?? { ap: 0 };
    };
  }

  #decide(
    tx: Tx,
    wishes: readonly GrantWish[],
    requests: readonly ScopedRequest[],
    { day, budget, earlier, uses: read }: ReadUses,
  ): GrantDecision[] {
    const wanted = scopesOf(requests);
    const decide = (uses: ReadonlyMap<string, BudgetUse>) =>
      decideAll(this.policy, budget, requests, uses, earlier);
    const { decisions, added } = decide(read);
    const transfers = wishes.flatMap((wish, n) => toTransfers(wish, decisions[n]?.ap ?? 0));
    if (transfers.length === 0) return decisions;
    this.#ledger.collect(tx, transfers);
    // Every scope that the decision depends on, including those it adds nothing to.
    const uses = new Map(wanted.map((scope) => [scope, added.get(scope) ?? noUse]));
    const decidesTheSame = (upTo: ReadonlyMap<string, BudgetUse>) =>
      decide(upTo).decisions.every(({ ap }, n) => ap === decisions[n]?.ap);
    const most = this.#contested.hasAny(wanted) ? undefined : calculateBounds(read, requests, decidesTheSame);
    beforeCommit(tx, 'budgets', async (closing) => {
      if (most) {
        const written = addUsesWithin(closing, uses, most, day).catch((error: unknown) => {
          if (!(error instanceof BeyondBounds)) throw error;
          this.#contested.note(wanted);
          throw new StaleStateRetry('the budgets were used meanwhile');
        });
        return pipelineWrite(closing, written);
      }
      const again = decide(await addUses(closing, uses, day)).decisions;
      if (again.some(({ ap }, n) => ap !== decisions[n]?.ap))
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
  readonly names: { readonly agent: string; readonly network: string; readonly pool: string };
}

const scopesOf = (requests: readonly ScopedRequest[]): string[] => [
  ...new Set(requests.flatMap(({ names }) => Object.values(names))),
];

function toScopedRequest(wish: GrantWish, { network, pool: ownPool }: Receiver): ScopedRequest {
  const { source, ap, agentId, pool = ownPool } = wish;
  const names = {
    agent: budgetScopes.agent(agentId),
    network: budgetScopes.network(network),
    pool: budgetScopes.pool(pool),
  };
  return { source, ap, pool, network, names };
}

/** Decides all requests in order; `added` is their use of each scope. */
function decideAll(
  policy: MintPolicy,
  budget: DayBudget,
  requests: readonly ScopedRequest[],
  before: ReadonlyMap<string, BudgetUse>,
  earlier: ReadonlyMap<string, EarlierUse>,
): { decisions: GrantDecision[]; added: Map<string, BudgetUse> } {
  const added = new Map<string, BudgetUse>();
  const useOf = (scope: string): BudgetUse =>
    sumOfUses(before.get(scope) ?? noUse, added.get(scope) ?? noUse);
  const decisions = requests.map((request) => {
    const { agent, network, pool } = request.names;
    const usage = toGrantUsage(
      { agent: useOf(agent), network: useOf(network), pool: useOf(pool) },
      { agent: earlier.get(agent), network: earlier.get(network) },
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

async function readReceivers(tx: Tx, wishes: readonly GrantWish[]): Promise<Map<number, Receiver>> {
  const ids = [...new Set(wishes.map((wish) => wish.agentId))];
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

const receiverOf = (receivers: ReadonlyMap<number, Receiver>, wish: GrantWish): Receiver =>
  receivers.get(wish.agentId) ?? { network: localNetwork, pool: 'local' };

function addUse(added: Map<string, BudgetUse>, { names, source, pool }: ScopedRequest, ap: number): void {
  const add = (scope: string, change: Partial<BudgetUse>) =>
    added.set(scope, sumOfUses(added.get(scope) ?? noUse, { ...noUse, ...change }));
  const counted = isWelcome(source)
    ? { welcomes: source === 'welcome' ? 1 : 0, works: isEarnedWelcome(source) ? 1 : 0 }
    : { ap, newcomer_ap: pool === 'established' ? 0 : ap };
  // A treasury counts as its founder's own, so founding companies earns nobody more.
  add(names.agent, { ...counted, ships: source === 'ship' ? 1 : 0 });
  add(names.network, counted);
  add(names.pool, { ap, visits: source === 'daily' ? 1 : 0, works: source === 'work' ? 1 : 0 });
}

function toTransfers({ kind, to, ref, memo }: GrantWish, ap: number): Transfer[] {
  return ap > 0 ? [{ kind, from: 'mint', to, amount: ap, ref, ...(memo && { memo }) }] : [];
}
