import { sql } from 'kysely';
import type { Transact, Tx } from '../platform/db/transaction.ts';
import { entriesPerBlock } from './account-index.ts';
import { auditAccounts, Tallies } from './audit-accounts.ts';
import { type LedgerHead, readEntries, readHead } from './entries.ts';
import { blockLevel, findMismatchedNodes } from './nodes.ts';
import { EntryChain } from './proof/chain.ts';
import type { LedgerEntry } from './proof/entry.ts';
import type { PerfectNode } from './proof/merkle.ts';

export interface Audit {
  readonly ok: boolean;
  readonly entries: number;
  readonly accounts: number;
  /** Discrepancies in words; empty if everything adds up. */
  readonly problems: string[];
}

const maxProblems = 20;
/** A few milliseconds of work: requests of the same process run in between. */
const entriesPerPage = 500;

/**
 * Walks the whole chain and compares its end and every stored node of its tree, and every account, with what
 * its entries add up to. Sealed entries never change, so they are read in short transactions: a snapshot held
 * for the whole walk would keep dead versions of the chain's head from being vacuumed. Only later entries,
 * the end and the accounts are read in one snapshot. Memory holds a page of entries and a tally per account.
 */
export async function audit(transaction: Transact): Promise<Audit> {
  const walk = new AuditWalk();
  const { seq } = await transaction(readHead);
  while (walk.seq < seq) {
    const to = Math.min(seq, walk.seq + entriesPerPage);
    await transaction((tx) => walk.readTo(tx, to));
    await new Promise(setImmediate);
  }
  return transaction(
    async (tx) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(tx);
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
      const head = await readHead(tx);
      while (walk.seq < head.seq) await walk.readTo(tx, Math.min(head.seq, walk.seq + entriesPerPage));
      const ends = walk.isBroken ? [] : await compareHead(tx, walk.chain, head, walk.nodes);
      const { accounts, problems } = await auditAccounts(tx, walk, maxProblems);
      const all = [...walk.problems, ...ends, ...problems];
      return { ok: all.length === 0, entries: head.seq, accounts, problems: all.slice(0, maxProblems) };
    },
    { isolation: 'repeatable read' },
  );
}

/** Progress of the walk over the entries, and their totals. */
class AuditWalk {
  readonly chain = new EntryChain();
  readonly tallies = new Tallies();
  readonly problems: string[] = [];
  nodes = 0;
  seq = 0;
  /** After an invalid entry, nothing can be said about the chain or its tree. */
  isBroken = false;

  async readTo(tx: Tx, to: number): Promise<void> {
    const page = await readEntries(tx, { from: this.seq + 1, to });
    this.seq = to;
    for (const entry of page) this.tallies.add(entry);
    if (this.isBroken) return;
    const { completed, problem } = verifyPage(this.chain, page);
    if (problem) {
      this.isBroken = true;
      this.problems.push(problem);
      return;
    }
    this.nodes += completed.length;
    for (const { level, index } of await findMismatchedNodes(tx, completed))
      if (this.problems.length < maxProblems)
        this.problems.push(`the stored Merkle node ${level}/${index} does not match the entries`);
  }
}

/** The stored nodes that a page of entries completes, or the problem of the first invalid one. */
function verifyPage(chain: EntryChain, page: readonly LedgerEntry[]) {
  const completed: PerfectNode[] = [];
  for (const entry of page) {
    const bad = chain.takeEntry(entry);
    if (bad) return { completed, problem: `entry ${entry.seq}: ${bad.message}` };
    for (const node of chain.completed) if (node.level >= blockLevel) completed.push(node);
  }
  return { completed };
}

async function compareHead(tx: Tx, chain: EntryChain, head: LedgerHead, nodes: number): Promise<string[]> {
  if (chain.seq !== head.seq) return [`the chain ends at ${chain.seq}, but its head is at ${head.seq}`];
  const problems: string[] = [];
  const { last } = await tx
    .selectFrom('ledger_entry')
    .select((select) => select.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow();
  if ((last ?? 0) !== head.seq)
    problems.push(`there are entries up to ${last}, but the head is at ${head.seq}`);
  if (chain.hash !== head.hash) problems.push('the last entry and the head have different hashes');
  if (!chain.frontier?.toBuffer().equals(head.frontier)) {
    problems.push('the Merkle tree of the head does not match the entries');
  }
  const { stored } = await tx
    .selectFrom('ledger_node')
    .select((select) => select.fn.countAll<number>().as('stored'))
    .executeTakeFirstOrThrow();
  const { listed, blocks } = await countIndexed(tx);
  if (listed !== 2 * blocks * entriesPerBlock || blocks * entriesPerBlock > head.seq)
    problems.push(
      `the account index has ${listed} positions, which do not match the ${blocks} blocks of entries`,
    );
  if (stored > nodes) problems.push(`${stored} Merkle nodes are stored, but the entries produce ${nodes}`);
  return problems;
}

/** Every entry has two accounts, so each block is listed twice. */
async function countIndexed(tx: Tx): Promise<{ listed: number; blocks: number }> {
  const { rows } = await sql<{ listed: number; blocks: number }>`
    SELECT blocks, (SELECT coalesce(sum(cardinality(places)), 0)::bigint FROM ledger_account_list) AS listed
    FROM ledger_lists WHERE id = 1`.execute(tx);
  return rows[0]!;
}
