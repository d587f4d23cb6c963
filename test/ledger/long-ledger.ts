import { blockLevel } from '../../src/ledger/nodes.ts';
import { genesisHash, type LedgerEntry, sealEntry } from '../../src/ledger/proof/entry.ts';
import { Frontier, leafHash, type PerfectNode } from '../../src/ledger/proof/merkle.ts';
import type { TestDatabase } from '../harness/database.ts';

export interface LongLedger {
  /** The root of the tree at each requested size. */
  readonly roots: ReadonlyMap<number, Buffer>;
}

const giver = 'agent:rich';
const at = '2026-11-15T00:00:00.000Z';

/** A valid ledger of this many entries, written directly into empty tables; through the API it would take minutes. */
export async function fillLedger(
  database: TestDatabase,
  count: number,
  sizes: readonly number[],
): Promise<LongLedger> {
  const frontier = Frontier.empty();
  const [entries, nodes]: [LedgerEntry[], PerfectNode[]] = [[], []];
  const roots = new Map<number, Buffer>();
  let hash = genesisHash;
  for (let seq = 1; seq <= count; seq++) {
    const [kind, from, to, amount] =
      seq === 1
        ? (['ship', 'mint', giver, count] as const)
        : (['tip', giver, `agent:a${seq % 40}`, 1] as const);
    const { entry, line } = sealEntry(hash, {
      seq,
      at,
      kind,
      from,
      to,
      amount,
      memo: null,
      ref: `long:${seq}`,
    });
    hash = entry.hash;
    entries.push(entry);
    nodes.push(...frontier.append(leafHash(line)).filter(({ level }) => level >= blockLevel));
    if (sizes.includes(seq)) roots.set(seq, frontier.root());
  }
  const column = (name: keyof LedgerEntry) => entries.map((entry) => entry[name]);
  await database.sql(
    `INSERT INTO ledger_entry (seq, at, kind, from_account, to_account, amount, ref, prev_hash, hash)
     SELECT seq, $1, kind, giver, taker, amount, ref, decode(prev_hash, 'hex'), decode(hash, 'hex')
     FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[])
       AS t (seq, kind, giver, taker, amount, ref, prev_hash, hash)`,
    [at, ...(['seq', 'kind', 'from', 'to', 'amount', 'ref', 'prev_hash', 'hash'] as const).map(column)],
  );
  await database.sql(
    `INSERT INTO ledger_node SELECT * FROM unnest($1::integer[], $2::bigint[], $3::bytea[])`,
    [nodes.map(({ level }) => level), nodes.map(({ index }) => index), nodes.map((node) => node.hash)],
  );
  await database.sql('UPDATE ledger_head SET size = $1, hash = $2, frontier = $3', [
    count,
    Buffer.from(hash, 'hex'),
    frontier.toBuffer(),
  ]);
  await database.sql(
    `INSERT INTO account (name, balance, earned, spent)
     SELECT name, sum(got) - sum(gave), sum(got), sum(gave) FROM (
       SELECT from_account AS name, amount AS gave, 0 AS got FROM ledger_entry
       UNION ALL SELECT to_account, 0, amount FROM ledger_entry) AS moved WHERE name <> 'mint' GROUP BY name`,
  );
  await database.sql(`UPDATE account SET balance = $1 WHERE name = 'mint' AND shard = 0`, [-count]);
  return { roots };
}
