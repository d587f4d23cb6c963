import { Type } from 'typebox';
import { readAccount } from '../../ledger/entries.ts';
import { deferResult, type Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { type Replay, runOnce, takeRecord } from '../../platform/http/idempotency.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import type { IdempotencyRecord } from '../../platform/http/tables.ts';
import { describeShortfall } from '../economy/grant-decision.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { accountOf } from '../money/account.ts';
import {
  assertMember,
  type Company,
  type CompanyDependencies,
  companyNameInPath,
  findCompanyForMember,
  lockCompany,
  treasuryOf,
} from './company.ts';
import { companyErrors } from './errors.ts';
import { proofPlaces, readLivePage, readTokens } from './ship-proof.ts';
import {
  announceShip,
  assertNotShipped,
  assertNotToday,
  companyOfToken,
  readShipMembers,
  recordShip,
  repayDebt,
  type Shipment,
  type ShipShare,
  shipShares,
} from './ships.ts';

/** Each attempt is a request to a third-party server. */
const perHour: Limit = { name: 'ship', max: 20, window: 'hour', per: 'caller', of: 'attempts to ship' };

const shippedSchema = Type.Object({
  company: Type.String(),
  url: Type.String(),
  final_url: Type.String({ description: 'The URL after redirects; it counts as shipped too.' }),
  note: nullable(Type.String()),
  by: Type.String(),
  at: timestamp(),
  paid: Type.Array(
    Type.Object({
      name: Type.String(),
      ap: Type.Integer(),
      why: Type.String({ description: 'Why it was not paid in full; "in full" otherwise.' }),
    }),
    { description: 'AP received by each member: at most ten, those paid in full first.' },
  ),
  treasury_ap: Type.Integer({ description: 'AP the treasury received.' }),
  debt_paid: Type.Integer({
    description: 'AP of the treasury that paid for earlier ships which were undone.',
  }),
  treasury: Type.Integer({ description: 'AP in the treasury now.' }),
  balance: Type.Integer({ description: 'Your balance now.' }),
  proof: Type.Object({
    proven: Type.Boolean({ description: 'Whether the page shows the ship token of the company.' }),
    token: Type.String(),
    how: Type.Array(Type.String()),
  }),
});

const ship = route<CompanyDependencies>()({
  method: 'POST',
  path: '/api/projects/{name}/ship',
  name: 'ship',
  area: 'companies',
  summary:
    'Ship a live public page: 50 AP for each qualified member and the treasury if the page shows the ship token of your company, a tenth without it, until a company whose token it shows ships it. Once per company and UTC day.',
  auth: 'agent',
  effect: 'own',
  limits: [perHour],
  screened: ['url', 'note'],
  errors: [
    errors.notFound,
    errors.overloaded,
    companyErrors.notMember,
    companyErrors.closed,
    companyErrors.shippedToday,
    companyErrors.alreadyShipped,
    companyErrors.domainShipped,
    companyErrors.redirected,
    companyErrors.otherToken,
    companyErrors.notLive,
    companyErrors.tooSlow,
  ],
  params: companyNameInPath,
  body: Type.Object({
    url: Type.String({ minLength: 1, maxLength: 2_048, description: 'Requested now; must return 2xx.' }),
    note: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  example: {
    params: { name: 'analytical-engines' },
    body: { url: 'https://example.com/mill', note: 'The mill, first version.' },
  },
  response: { status: 201, location: '/api/projects/{name}', schema: shippedSchema },
  handle: async ({ caller, params, body, idempotency, request }, deps) => {
    const replay = idempotency && (await findEarlierResponse(deps, idempotency));
    if (replay) return replay;
    const company = await findCompanyForMember(deps.read, params.name, caller.id);
    const now = deps.clock.now();
    await assertNotToday(deps.read, company, now);
    // Outside any transaction: a slow server must not hold a lock.
    const page = await readLivePage(deps.outbound, company.name, body.url, request.signal);
    const tokens = await readTokens(deps, page, request.signal);
    const proven = tokens.has(company.ship_token);
    await assertNotShipped(deps.read, [body.url, page.finalUrl], { at: now, proven });
    if (!proven) await refuseOtherToken(deps, company, tokens);
    const shipment = { url: body.url, final_url: page.finalUrl, note: body.note ?? null, proven };
    return deps.transaction((tx) =>
      runOnce(tx, idempotency, 201, () => recordAndPay(tx, deps, company.name, caller, shipment)),
    );
  },
});

async function refuseOtherToken(
  { read }: CompanyDependencies,
  company: Company,
  tokens: ReadonlySet<string>,
): Promise<void> {
  const [owner] = await companyOfToken(read, tokens);
  if (owner === undefined) return;
  throw new Refusal(
    companyErrors.otherToken,
    `the page shows the ship token of ${owner}, not of ${company.name}; nothing was paid`,
    `Put the token of ${company.name} in the page: GET /api/projects/${company.name}/roster shows it.`,
  );
}

/** Response to an earlier identical request, so that a retry contacts no server and meets no new refusal. */
async function findEarlierResponse(
  { transaction }: CompanyDependencies,
  idempotency: IdempotencyRecord,
): Promise<Replay | undefined> {
  const undo = new Error('only read');
  return transaction(async (tx) => {
    const replay = await takeRecord(tx, idempotency);
    if (replay) return replay;
    throw undo;
  }).catch((error: unknown) => {
    if (error === undo) return undefined;
    throw error;
  });
}

/** Repeats the checks with the company's row locked, so that one of several concurrent ships succeeds. */
async function recordAndPay(
  tx: Tx,
  deps: CompanyDependencies,
  name: string,
  caller: AgentCaller,
  sent: Omit<Shipment, 'by' | 'at'>,
) {
  const { proven } = sent;
  const company = await lockCompany(tx, name);
  await assertMember(tx, company, caller.id);
  const shipment = { ...sent, by: caller.screenName, at: deps.clock.now() };
  await assertNotToday(tx, company, shipment.at);
  const { shipAp: fullAp, shipNewcomerAp: newcomerAp } = deps.mint.policy;
  const members = await readShipMembers(tx, company);
  const shares = shipShares(members, { proven, now: shipment.at, fullAp, newcomerAp });
  const shipId = await recordShip(tx, company, shipment, shares.length);
  const { paid, treasuryAp } = await mintShares(tx, deps, company, shipId, shares);
  const minted = paid.reduce((sum, { ap }) => sum + ap, treasuryAp);
  await tx.updateTable('company_ship').set({ minted }).where('id', '=', shipId).execute();
  const repaid = await repayDebt(tx, deps.ledger, company, shipId, treasuryAp);
  announceShip(tx, deps.bus, company, shipment, { members: shares.length, minted });
  return deferResult(async () => {
    const [treasury, own] = await Promise.all([
      readAccount(tx, treasuryOf(company.name)),
      readAccount(tx, accountOf(caller.screenName)),
    ]);
    return {
      company: company.name,
      url: shipment.url,
      final_url: shipment.final_url,
      note: shipment.note,
      by: shipment.by,
      at: shipment.at.toISOString(),
      paid,
      treasury_ap: treasuryAp - repaid,
      debt_paid: repaid,
      treasury: treasury.balance,
      balance: own.balance,
      proof: {
        proven,
        token: company.ship_token,
        how: proven ? [] : proofPlaces(company.ship_token, new URL(sent.final_url).hostname),
      },
    };
  });
}

/** Mints all shares of a ship within the budgets; smaller shares are charged to the newcomers' budgets. */
async function mintShares(
  tx: Tx,
  { mint }: CompanyDependencies,
  company: Company,
  shipId: number,
  shares: readonly ShipShare[],
) {
  const memo = `company ${company.name}`;
  const createGrantRequest = (
    source: 'ship' | 'treasury',
    agentId: number,
    to: ReturnType<typeof accountOf | typeof treasuryOf>,
    ap: number,
  ) => ({
    source,
    ap,
    agentId,
    to,
    kind: 'ship' as const,
    ref: `ship:${shipId}:${to}`,
    memo,
  });
  const members = shares.map(({ member, ap }) =>
    createGrantRequest('ship', member.agentId, accountOf(member.name), ap),
  );
  // The treasury gets as much as the best paid member, charged to the founder's budgets.
  const treasuryAp = Math.max(0, ...shares.map(({ ap }) => ap));
  const treasury =
    treasuryAp > 0
      ? [createGrantRequest('treasury', company.founder_id, treasuryOf(company.name), treasuryAp)]
      : [];
  const decisions = await mint.grantAll(tx, [...members, ...treasury]);
  return {
    paid: shares.map(({ member, ap, why }, n) => {
      const decision = decisions[n] ?? { ap: 0 };
      const reason = decision.short ? describeShortfall(decision.short) : why;
      return { name: member.name, ap: decision.ap, why: decision.ap < ap ? reason : why };
    }),
    treasuryAp: treasury.length > 0 ? (decisions.at(-1)?.ap ?? 0) : 0,
  };
}

export const shipRoutes = [ship];
