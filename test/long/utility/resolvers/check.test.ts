import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentSet } from '../../../../src/utility/resolvers/resolver-set.ts';
import { type ChainName, contracts, noChains, startChains } from '../../../counterparts/evm-chains.ts';
import { startOddNode } from '../../../counterparts/rpc-node.ts';
import { runKith } from '../../../harness/process.ts';

test('kith resolvers check queries the chains', { skip: noChains }, async (t) => {
  const chains = await startChains(t);
  const sepolia = await startOddNode(t);
  const code = contracts.Resolver!.deployed;
  const namesOf: Record<string, ChainName> = { 'eip155:1': 'eth', 'eip155:8453': 'base' };
  for (const { chain, address } of currentSet.resolvers)
    if (namesOf[chain]) await chains.rpc(namesOf[chain], 'hardhat_setCode', address, code);
  const env = { ...chains.env, KITH_OUTBOUND_ALLOW: '127.0.0.0/8' };
  const check = (...args: string[]) => runKith(['resolvers', 'check', ...args], env);

  const listed = await runKith(['resolvers', 'list'], env);
  assert.match(listed.stdout, new RegExp(`^${currentSet.set_id} .*14 members {2}current$`, 'm'));

  const good = await check('--set', currentSet.set_id);
  assert.deepEqual([good.code, good.stderr], [0, ''], good.stdout);
  assert.match(good.stdout, /9 are right, 0 are wrong, 5 were not checked/);
  assert.match(good.stdout, /^eip155:84532 .*not checked: no endpoint: name one with --rpc eip155:84532=/m);

  // No contract, one that is not a resolver, one that says yes to everything, and a node of another chain.
  const [first, second, third] = currentSet.resolvers;
  await chains.rpc('eth', 'hardhat_setCode', first!.address, '0x');
  await chains.rpc('eth', 'hardhat_setCode', second!.address, contracts.OldToken!.deployed);
  await chains.rpc('eth', 'hardhat_setCode', third!.address, '0x600160005260206000f3');
  sepolia.answers = { eth_chainId: '0x1', eth_getCode: '0x60', eth_call: '0x' };
  const bad = await check('--json', '--rpc', `eip155:11155111=${sepolia.url}`);
  assert.equal(bad.code, 1);
  const verdicts = bad.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(verdicts.length, currentSet.resolvers.length);
  const of = (address: string) => verdicts.find(({ resolver }) => resolver.address === address);
  assert.match(of(first!.address).proofs.join('; '), /no contract/);
  assert.match(of(second!.address).proofs.join('; '), /does not resolve addresses/);
  assert.deepEqual(
    of(third!.address).proofs.map((each: string) => each.split(' (')[0]),
    ['the contract claims to support every interface, so its other responses are meaningless'],
  );
  const states = (chain: string) =>
    verdicts.filter(({ resolver }) => resolver.chain === chain).map(({ state }) => state);
  assert.deepEqual(states('eip155:1'), ['wrong', 'wrong', 'wrong', 'holds', 'holds', 'holds', 'holds']);
  assert.deepEqual(states('eip155:8453'), ['holds', 'holds']);
  const far = verdicts.filter(({ resolver }) => resolver.chain === 'eip155:11155111');
  for (const { state, why } of far) {
    assert.equal(state, 'unknown');
    assert.match(why, /serves chain 1, not chain 11155111/);
  }

  for (const wrong of [
    ['--set', 'x'],
    ['--rpc', 'eip155:5=http://a.example'],
  ]) {
    const { code: exit, stdout } = await check(...wrong);
    assert.deepEqual([exit, stdout], [2, ''], wrong.join(' '));
  }
});
