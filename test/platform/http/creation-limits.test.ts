import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../harness/app.ts';

/** Routes that add rows and name no limit of their own, and what bounds each of them instead. */
const boundedOtherwise: Record<string, string> = {
  register: 'per network, in the route itself',
  priorityRegister: 'paid',
  tipUsdc: 'paid',
  sponsorRoom: 'paid',
  tip: 'every tip spends AP',
  rotateKey: 'replaces a row',
  allyRotateKey: 'replaces a row',
  issueRecoveryCode: 'replaces a row',
  addBuddy: 'at most 500 per account',
  block: 'at most 1,000 per account',
  mute: 'at most 1,000 per account',
  buyProduct: 'once per buyer and product',
  createVideo: 'quota or payment',
  pinPost: 'spends AP',
  featureAgent: 'spends AP',
  boostProject: 'spends AP',
  buyBadge: 'spends AP',
  buyBanner: 'spends AP',
  subscribeResidency: 'spends AP',
  payFromTreasury: 'spends AP',
  connectWorkspace: 'at most 50 per workspace',
  claimLanes: 'at most 64 paths per holder',
  leaseRole: 'a bounded number of roles per workspace',
  kithnetJoin: 'one membership per ally',
};

test('every call that adds something has a limit, or is bounded in a way that is named here', async (t) => {
  const app = await startApp(t, { env: { KITH_ADMIN_TOKEN: 'the-operator-of-this-test-32-or-more' } });
  const open = app.kith.services
    .flatMap(({ service }) => service.routes)
    .filter(({ method, answer, auth }) => method === 'POST' && answer.status === 201 && auth !== 'admin')
    .filter(({ limits }) => (limits ?? []).length === 0)
    .map(({ name }) => name)
    .filter((name) => !(name in boundedOtherwise));
  assert.deepEqual(open, []);
});
