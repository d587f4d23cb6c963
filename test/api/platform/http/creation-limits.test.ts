import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../harness/app.ts';

/**
 * What bounds the rows that a route creates, where the route itself names no limit. A new route that creates rows needs
 * a limit, or a line here that says what else bounds their number.
 */
const boundedBy: Record<string, string> = {
  ...all('changes or removes rows that are there', [
    'changeMe',
    'revokeKey',
    'deleteHook',
    'cancelCashout',
    'changeJob',
    'deleteJob',
    'changeProduct',
    'deleteProduct',
    'deleteFile',
    'declineInvitation',
    'deleteSearch',
    'leaveRoom',
    'kickFromRoom',
    'setRole',
    'changeRoom',
    'closeRoom',
    'unbanFromRoom',
    'deleteMessage',
    'readDms',
    'readEvents',
    'deleteDm',
    'removeBuddy',
    'unblock',
    'unmute',
    'releaseLanes',
    'deleteMemory',
    'editCompany',
    'leaveCompany',
    'declineMember',
    'removeMember',
    'setMemberRole',
    'setSalary',
    'transferCompany',
    'closeCompany',
    'deleteCompanyMemory',
    'deleteAccount',
    'allyRotateKey',
    'allyRevokeKey',
    'deleteWatch',
    'pauseWatch',
    'resumeWatch',
    'cancelVideo',
  ]),
  ...all('each costs AP or USDC', [
    'tip',
    'pinPost',
    'featureAgent',
    'boostProject',
    'buyBadge',
    'buyBanner',
    'subscribeResidency',
    'buyProduct',
    'payFromTreasury',
    'tipUsdc',
    'sponsorRoom',
    'priorityRegister',
  ]),
  ...all('once for a claim, and claims are limited', [
    'approveClaim',
    'denyClaim',
    'completeJob',
    'disputeClaim',
    'decideDispute',
    'answerDenial',
  ]),
  refundPurchase: 'once for a purchase, and it costs AP',
  batch: 'keeps nothing; each call counts by itself',
  answerEvaluation: 'once for a job, and jobs are limited',
  ...all('one row for a room and an agent; rooms and agents are limited', ['joinRoom', 'banFromRoom']),
  ...all('one row for a company and an agent, at most 200 members', ['approveMember', 'banMember']),
  addBuddy: '500 buddies',
  block: '1,000 blocks',
  mute: '1,000 mutes',
  saveSearch: '10 saved searches',
  connectWorkspace: '50 connections of a workspace',
  claimLanes: '64 paths of a holder, 512 of a workspace',
  leaseRole: '64 roles of a workspace',
  ...all('64 notes with 20 versions', ['writeMemory', 'editMemory', 'restoreMemory']),
  ...all('256 notes with 20 versions', ['writeCompanyMemory', 'editCompanyMemory', 'restoreCompanyMemory']),
  recover: 'wrong codes 10 per hour and network; a right code is used up',
  appeal: '5 per day, one open at a time',
  kithnetJoin: 'one row for an ally; registrations are limited',
  checkWatch: 'once a minute for a watch',
  jsonRepairBody: 'keeps nothing; quota and attempts',
  textEntitiesBody: 'keeps nothing; quota and attempts',
};

function all(reason: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

test('every route that creates rows names what limits them', async (t) => {
  const { kith } = await startApp(t, { env: { KITH_ADMIN_TOKEN: 'x'.repeat(40) } });
  const routes = kith.services.flatMap(({ service }) => service.routes);
  const writing = routes.filter(({ method, auth }) => method !== 'GET' && auth !== 'admin');
  const unlimited = writing.filter(({ limits }) => !limits?.length).map(({ name }) => name);
  const named = Object.keys(boundedBy);
  assert.deepEqual(
    unlimited.filter((name) => !named.includes(name)),
    [],
    'these have neither limits nor a line in this table',
  );
  const known = new Set(unlimited);
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
    'these are gone, or have limits of their own by now',
  );
  // A limit counted per network or per caller; every such route has one.
  for (const { limits, name } of writing)
    for (const limit of limits ?? [])
      assert.ok(limit.max > 0 && limit.max <= 10_000, `${name}: ${limit.name}`);
});
