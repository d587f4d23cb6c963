import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendJson } from '../../../counterparts/evm-chains.ts';
import { Failing } from '../../../counterparts/rpc-node.ts';
import { hourMs } from '../../../harness/clock.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { address, healthy, secret, startNodes } from '../odd-nodes.ts';

test('a faulty node is replaced by another', async (t) => {
  const { first, second, base, clock, ask, anew, logged } = await startNodes(t);
  const balance = async () => {
    const { json } = await ask(`/multichain-balance?address=${address}`);
    return json.balances[0];
  };

  await t.test('a node of another chain is never trusted', async () => {
    anew();
    first.answers = { ...healthy, eth_chainId: '0x5', eth_getBalance: '0x99' };
    assert.equal((await balance()).balance_wei, '7');
    // A known node that changes behind its address is detected after a failure, and periodically.
    const turned = { ...healthy, eth_chainId: '0x5', eth_getBalance: '0x99' };
    second.odd = (_, response) => response.destroy();
    await balance();
    Object.assign(second, { odd: null, answers: turned });
    assert.equal((await balance()).balance_wei, null);
    anew();
    await balance();
    for (const node of [first, second]) node.answers = turned;
    clock.forward(hourMs);
    const after = await balance();
    assert.equal(after.balance_wei, null);
    assert.match(after.error, /serves chain 5, not chain 1/);
  });

  await t.test(
    'limits, error objects, garbage and oversized responses: another node is used, and the reason reported',
    async () => {
      const ways: [string, RegExp, () => void][] = [
        [
          '429',
          /rate limit is reached \(429: slow down\)/,
          () => {
            first.odd = (_, response) => response.writeHead(429, { 'retry-after': '60' }).end('slow down');
          },
        ],
        [
          'limit with 200',
          /daily quota used up \(-32005\)/,
          () => {
            first.answers.eth_getBalance = new Failing(-32005, 'daily quota used up');
          },
        ],
        [
          'one error for the batch',
          /no such project \(-32000\)/,
          () => {
            first.odd = (_, response) =>
              sendJson(response, { error: { code: -32000, message: 'no such project' } });
          },
        ],
        [
          'a page',
          /status 503$/,
          () => {
            first.odd = (_, response) => response.writeHead(503).end('<html>sorry</html>');
          },
        ],
        [
          'a page with 200',
          /is not JSON-RPC$/,
          () => {
            first.odd = (_, response) => response.end('<html>welcome</html>');
          },
        ],
        [
          'a wrong number',
          /eth_getBalance is not a number: "lots"/,
          () => {
            first.answers.eth_getBalance = 'lots';
          },
        ],
        [
          'too much',
          /larger|large|bytes/i,
          () => {
            first.odd = (_, response) => response.end(`"${'x'.repeat(9 * 1_024 * 1_024)}"`);
          },
        ],
        [
          'a redirect',
          /status 302/,
          () => {
            first.odd = (_, response) => response.writeHead(302, { location: second.url }).end();
          },
        ],
        [
          'its own address in its words',
          /unknown key … at …/,
          () => {
            first.odd = (_, response) =>
              sendJson(response, new Failing(-32000, `unknown key ${secret} at ${secret}`));
          },
        ],
      ];
      for (const [what, words, break_] of ways) {
        anew();
        break_();
        assert.equal((await balance()).balance_wei, '7', what);
        second.odd = (_, response) => response.destroy();
        const { balance_wei, error } = await balance();
        assert.equal(balance_wei, null, what);
        assert.match(
          error.split('; ').find((each: string) => each.includes(new URL(first.url).host)),
          words,
          what,
        );
        assert.doesNotMatch(error, /abcdef-key/, what);
      }
      assert.doesNotMatch(logged(), /abcdef-key/);
    },
  );

  await t.test('a failed node is used last for a while, and rate limits are respected', async () => {
    anew();
    first.odd = (_, response) => response.writeHead(429, { 'retry-after': '60' }).end();
    await balance();
    first.odd = null;
    first.asked.length = 0;
    clock.forward(50_000);
    await balance();
    assert.deepEqual(first.asked, []);
    clock.forward(11_000);
    await balance();
    assert.equal(first.asked.length, 1);
    assert.match(first.asked[0]!, /eth_chainId/, 'after a failure its chain id is verified again');
  });

  await t.test('responses are matched in any order, also with ids as text', async () => {
    anew();
    first.odd = (_, response, usual) => {
      const answers = usual() as { id: number }[];
      sendJson(response, answers.map((each) => ({ ...each, id: String(each.id) })).reverse());
    };
    const row = await balance();
    assert.deepEqual([row.balance_wei, row.block, first.asked.length, second.asked.length], ['7', 100, 1, 0]);
  });

  await t.test('a node without batch support gets single requests, and is remembered', async () => {
    for (const refuse of ['an error', 'half of it', 'a page']) {
      anew();
      first.odd = (sent, response, usual) => {
        if (!Array.isArray(sent)) return sendJson(response, usual());
        if (refuse === 'half of it') return sendJson(response, (usual() as unknown[]).slice(1));
        response.statusCode = 400;
        if (refuse === 'a page') response.end('<html>');
        else sendJson(response, new Failing(-32600, 'batches are not for you'));
      };
      assert.equal((await balance()).balance_wei, '7');
      assert.equal((await balance()).balance_wei, '7');
      assert.deepEqual(
        [second.asked.length, first.asked.filter((each) => each.includes(',')).length],
        [0, 1],
        refuse,
      );
      first.odd = (_, response) => response.destroy();
      await balance();
    }
  });

  await t.test('nodes that do not respond in time are 504', async () => {
    anew();
    base.odd = () => {};
    const late = await ask(`/evm-address-intel?address=${address}&chain=base`);
    assertRefused(late, 504, 'upstream_timeout');
    assert.match(late.json.error, /Base/);
  });
});
