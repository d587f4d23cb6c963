import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partitionLeader } from '../../../chaos/faults/machines.ts';
import { unmetReason } from '../../../chaos/site/programs.ts';
import { runSuite } from '../../../chaos/suite.ts';

test('a partition of the leader of three machines loses, doubles and reorders nothing', {
  skip: unmetReason(partitionLeader.needs) ?? false,
}, async () => {
  const [result] = await runSuite({ faults: [partitionLeader], rounds: 1, seed: 1, onRound: () => {} });
  assert.deepEqual(result?.problems, []);
  assert.ok(result.acknowledged > 0, 'operations were acknowledged');
  assert.notEqual(result.backAfterS, undefined, 'every process serves again');
});
