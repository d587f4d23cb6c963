import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOddNode } from '../../../counterparts/rpc-node.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { startWatchedSite } from './watched-site.ts';

const token = `0x${'ab'.repeat(20)}`;
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

/** A chain as a list of states, one per block; the newest may be reverted. */
class Chain {
  blocks = Array.from({ length: 20 }, () => ({ supply: 1_000, wei: 5, nonce: 1 }));

  mine(count: number, state = this.blocks.at(-1)!): void {
    for (let i = 0; i < count; i += 1) this.blocks.push(state);
  }
  at(tag: unknown) {
    return this.blocks[Number(tag)]!;
  }
}

test('supply and wallet changes are reported once their blocks are final, and never from a reorganisation', async (t) => {
  const node = await startOddNode(t);
  const watched = await startWatchedSite(t, { env: { KITH_RPC_ETH: node.url } });
  const { make, call, changed, waitForChecks, show } = watched;
  const chain = new Chain();
  node.answers = {
    eth_chainId: '0x1',
    eth_blockNumber: () => `0x${(chain.blocks.length - 1).toString(16)}`,
    eth_call: ([{ data }, tag]: [{ data: string }, string]) =>
      data === '0x18160ddd' ? word(chain.at(tag).supply) : word(2),
    eth_getBalance: ([, tag]: unknown[]) => `0x${chain.at(tag).wei.toString(16)}`,
    eth_getTransactionCount: ([, tag]: unknown[]) => `0x${chain.at(tag).nonce.toString(16)}`,
  };
  const supply = await make({ kind: 'token-supply', target: token });
  const wallet = await make({ kind: 'wallet', target: token, chain: 'eth' });
  assert.deepEqual(supply.baseline, { total_supply: '10', total_supply_raw: '1000', block: 13 });
  assert.deepEqual(wallet.baseline, {
    balance: '0.000000000000000005',
    balance_wei: '5',
    nonce: 1,
    block: 13,
  });

  const settled = chain.blocks.slice();
  chain.mine(3, { supply: 2_000, wei: 6, nonce: 2 });
  await Promise.all([waitForChecks(supply.watch_id, 2), waitForChecks(wallet.watch_id, 2)]);
  chain.blocks = settled;
  chain.mine(8);
  await Promise.all([waitForChecks(supply.watch_id, 2), waitForChecks(wallet.watch_id, 2)]);
  for (const { watch_id } of [supply, wallet]) assert.deepEqual((await show(watch_id)).changes, []);

  chain.mine(10, { supply: 2_050, wei: 6, nonce: 2 });
  const [minted, spent] = await Promise.all([changed(supply.watch_id), changed(wallet.watch_id)]);
  assert.equal(minted.changes[0].summary, 'total supply is 20.5, was 10');
  assert.match(spent.changes[0].summary, /^balance is 0\.0{17}6, was .*; nonce is 2, was 1$/);
  assert.equal(minted.changes[0].delivery, null);

  node.answers.eth_call = '0x';
  assertRefused(await call('POST', '/watch', { kind: 'token-supply', target: token }), 422, 'unreadable');
});
