import type { AccountName, EntryKind, Transfer } from '../../ledger/movement.ts';
import type { Ledger } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { budgetOf, dayOf, earlierUses, lockUses, scopes, type Use, usageOf, writeUses } from './budgets.ts';
import { decideGrant, type GrantDecision, type GrantSource } from './grant-decision.ts';
import { localNetwork, type MintPolicy, type Pool, poolOf } from './policy.ts';

/** AP that an agent, or the treasury of its company, would get if the budgets allow it. */
export interface GrantWish {
  readonly source: GrantSource;
  readonly ap: number;
  /** Whose budgets are used. */
  readonly agentId: number;
  readonly to: AccountName;
  readonly kind: EntryKind;
  readonly ref: string;
  readonly memo?: string;
  /** A pool other than the one the agent's standing gives. */
  readonly pool?: Pool;
}

const noUse: Use = { ap: 0, welcomes: 0, works: 0, visits: 0, ships: 0, newcomer_ap: 0 };
const isWelcome = (source: GrantSource): boolean =>
  source === 'welcome' || source === 'work' || source === 'first-gig';

/** The one place where AP comes into being: every grant is decided against the budgets of its agent, network and city. */
export class Mint {
  readonly policy: MintPolicy;
  readonly #ledger: Ledger;
  readonly #clock: Clock;

  constructor(parts: { policy: MintPolicy; ledger: Ledger; clock: Clock }) {
    this.policy = parts.policy;
    this.#ledger = parts.ledger;
    this.#clock = parts.clock;
  }

  async grant(tx: Tx, wish: GrantWish): Promise<GrantDecision> {
    const [decision] = await this.grantAll(tx, [wish]);
    return decision ?? { ap: 0 };
  }

  /** Decides all wishes in their order and pays them in one transfer, so that accounts are locked in one order. */
  async grantAll(tx: Tx, wishes: readonly GrantWish[]): Promise<GrantDecision[]> {
    if (wishes.length === 0) return [];
    const day = dayOf(this.#clock.now());
    const budget = await budgetOf(tx, this.policy, day);
    const receivers = await readReceivers(tx, wishes);
    const scopesOf = (wish: GrantWish) => {
      const { network, pool } = receiverOf(receivers, wish);
      return {
        agent: scopes.agent(wish.agentId),
        network: scopes.network(network),
        pool: scopes.pool(wish.pool ?? pool),
      };
    };
    const wanted = [...new Set(wishes.flatMap((wish) => Object.values(scopesOf(wish))))];
    const uses = await lockUses(tx, wanted, day);
    const earlier = await earlierUses(tx, wanted, day);
    const decisions = wishes.map((wish) => {
      const names = scopesOf(wish);
      const useOf = (scope: string): Use => uses.get(scope) ?? noUse;
      const { network, pool } = receiverOf(receivers, wish);
      const usage = usageOf(
        { agent: useOf(names.agent), network: useOf(names.network), pool: useOf(names.pool) },
        { agent: earlier.get(names.agent), network: earlier.get(names.network) },
      );
      const request = { source: wish.source, ap: wish.ap, pool: wish.pool ?? pool, network };
      const decision = decideGrant(this.policy, budget, request, usage);
      if (decision.ap > 0) addUse(uses, names, wish.source, decision.ap, request.pool);
      return decision;
    });
    await writeUses(tx, uses, day);
    const transfers = wishes.flatMap((wish, n) => transferOf(wish, decisions[n]?.ap ?? 0));
    if (transfers.length > 0) await this.#ledger.transfer(tx, transfers);
    return decisions;
  }
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

function addUse(
  uses: Map<string, Use>,
  names: { agent: string; network: string; pool: string },
  source: GrantSource,
  ap: number,
  pool: Pool,
): void {
  const add = (scope: string, change: Partial<Use>) => {
    const use = uses.get(scope) ?? noUse;
    uses.set(scope, {
      ap: use.ap + (change.ap ?? 0),
      welcomes: use.welcomes + (change.welcomes ?? 0),
      works: use.works + (change.works ?? 0),
      visits: use.visits + (change.visits ?? 0),
      ships: use.ships + (change.ships ?? 0),
      newcomer_ap: use.newcomer_ap + (change.newcomer_ap ?? 0),
    });
  };
  const counted = isWelcome(source)
    ? { welcomes: source === 'welcome' ? 1 : 0, works: source === 'work' ? 1 : 0 }
    : { ap, newcomer_ap: pool === 'established' ? 0 : ap };
  if (source !== 'treasury') add(names.agent, { ...counted, ships: source === 'ship' ? 1 : 0 });
  add(names.network, counted);
  add(names.pool, { ap, visits: source === 'daily' ? 1 : 0, works: source === 'work' ? 1 : 0 });
}

function transferOf({ kind, to, ref, memo }: GrantWish, ap: number): Transfer[] {
  return ap > 0 ? [{ kind, from: 'mint', to, amount: ap, ref, ...(memo && { memo }) }] : [];
}
