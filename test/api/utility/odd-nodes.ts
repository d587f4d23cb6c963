import type { TestContext } from 'node:test';
import { startOddNode } from '../../counterparts/rpc-node.ts';
import { startWorld } from '../../fixtures/utility/world.ts';
import type { Answer } from '../../harness/client.ts';
import { hourMs, MovableClock } from '../../harness/clock.ts';

/** In the URL of the first node, as providers include their keys. */
export const secret = '0123456789abcdef-key';
export const address = `0x${'ab'.repeat(20)}`;
export const healthy = {
  eth_chainId: '0x1',
  eth_blockNumber: '0x64',
  eth_getBalance: '0x7',
  eth_syncing: false,
};
const unreachableUrl = 'http://127.0.0.1:2/';

/** A world with two nodes of Ethereum and one of Base that a test may break; the other chains are down. */
export async function startNodes(t: TestContext) {
  const first = await startOddNode(t, `/v3/${secret}`);
  const second = await startOddNode(t);
  const base = await startOddNode(t);
  const clock = new MovableClock('2026-11-15T08:00:00.000Z');
  const env = {
    KITH_RPC_ETH: `${first.url}, ${second.url}`,
    KITH_RPC_BASE: base.url,
    KITH_RPC_ARBITRUM: unreachableUrl,
    KITH_RPC_OPTIMISM: unreachableUrl,
    KITH_RPC_POLYGON: unreachableUrl,
  };
  const world = await startWorld(t, { env, clock });
  const ask = (path: string, maxAge = 0): Promise<Answer> =>
    world.utility.get(`${path}&max_age=${maxAge}`, { ally: world.ally });
  /** Resets all nodes to normal and clears caches. */
  const resetNodes = (more = {}) => {
    clock.forward(hourMs);
    for (const node of [first, second, base]) {
      node.answers = { ...healthy, ...more };
      node.odd = null;
      node.asked.length = 0;
    }
    base.answers.eth_chainId = '0x2105';
  };
  return { ...world, first, second, base, clock, ask, anew: resetNodes };
}
