import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { toChecksumAddress } from '../../../../src/utility/chains/address.ts';
import { computeSetId, publishedSets } from '../../../../src/utility/resolvers/resolver-set.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { sharedApp } from '../../../harness/shared-app.ts';

test('the allow-list is served whole, and anyone can compute its id', async () => {
  const { utility } = await sharedApp();
  const { status, json } = await utility.get('/resolver-allowlist');
  assert.equal(status, 200);
  const hash = createHash('sha256').update(json.members.join('\n')).digest('hex');
  assert.equal(json.set_id, hash);
  assert.deepEqual(json.members, json.members.toSorted());

  type Shown = { systems: Record<string, { resolvers: { address: string; source: string }[] }> };
  const listed = Object.entries(json.chains as Record<string, Shown>).flatMap(([chain, { systems }]) =>
    Object.entries(systems).flatMap(([system, { resolvers }]) =>
      resolvers.map((each) => ({ ...each, member: `${chain} ${system} ${each.address.toLowerCase()}` })),
    ),
  );
  assert.deepEqual(listed.map(({ member }) => member).toSorted(), json.members);
  const sources = new Set(json.sources.map(({ id }: { id: string }) => id));
  for (const { address, source } of listed) {
    assert.equal(address, toChecksumAddress(address));
    assert.ok(sources.has(source), source);
    const ofIt = json.falsifiers.filter((each: { address: string }) => each.address === address);
    assert.deepEqual(
      ofIt.map((each: { call: { method: string } }) => each.call.method),
      ['eth_getCode', 'eth_call', 'eth_call'],
    );
  }
  const { current } = { current: json.chains['eip155:1'].systems.ens.resolvers[0] };
  assert.deepEqual(
    [current.address, current.status],
    ['0xF29100983E058B709F3D539b0c765937B804AC15', 'current'],
  );
  const addr = json.falsifiers[1].call.params[0].data;
  assert.equal(addr, `0x01ffc9a73b3b57de${'0'.repeat(56)}`);
  assert.match(json.scope_limits.join('\n'), /Not listed: scrollSepolia/);

  assert.deepEqual((await utility.get(`/resolver-allowlist/${json.set_id.toUpperCase()}`)).json, json);
  assertRefused(await utility.get(`/resolver-allowlist/${'0'.repeat(64)}`), 404, 'not_found');
  assertRefused(await utility.get('/resolver-allowlist/latest'), 400, 'invalid_field');
});

test('a published set never changes', () => {
  for (const set of publishedSets) {
    assert.equal(set.set_id, computeSetId(set.resolvers), `${set.as_of}: a changed set is another file`);
    const turned = [...set.resolvers].reverse().map((each) => ({ ...each, status: 'older' as const }));
    assert.equal(computeSetId(turned), set.set_id, 'order and status are not membership');
    assert.notEqual(computeSetId(set.resolvers.slice(1)), set.set_id);
  }
  assert.equal(new Set(publishedSets.map(({ set_id }) => set_id)).size, publishedSets.length);
});
