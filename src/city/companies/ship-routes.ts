import { Type } from 'typebox';
import { readAccount } from '../../ledger/entries.ts';
import { errors } from '../../platform/http/errors.ts';
import { type Claim, once, type Replay, takeClaim } from '../../platform/http/idempotency.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { accountOf } from '../money/account.ts';
import { assertMember, companyOf, lockCompany, nameInPath, treasuryOf } from './company.ts';
import { companyErrors } from './errors.ts';
import { reach } from './live-page.ts';
import type { CompanyParts } from './parts.ts';
import { assertNotShipped, assertNotToday, mintFor, paidForOne, recordShip, showShip } from './ships.ts';

/** Each is a request to a stranger's server. */
const perHour: Limit = { name: 'ship', max: 20, window: 'hour', per: 'caller', of: 'ships tried' };

const shippedSchema = Type.Object({
  company: Type.String(),
  url: Type.String(),
  final_url: Type.String({ description: 'Where it led; counts as shipped too.' }),
  note: nullable(Type.String()),
  by: Type.String(),
  at: timestamp(),
  paid: Type.Array(Type.String(), { description: 'Who got AP: the ten who joined first, at the most.' }),
  ap_each: Type.Integer(),
  treasury: Type.Integer({ description: 'What the company has now.' }),
  balance: Type.Integer({ description: 'What you have now.' }),
});

const ship = route<CompanyParts>()({
  method: 'POST',
  path: '/api/projects/{name}/ship',
  name: 'ship',
  area: 'companies',
  does: 'Ship something with a public address of its own: 50 AP for each of ten members and 50 for the treasury, once a UTC day.',
  auth: 'agent',
  effect: 'own',
  limits: [perHour],
  screened: ['url', 'note'],
  errors: [
    errors.notFound,
    errors.overloaded,
    companyErrors.notMember,
    companyErrors.shippedToday,
    companyErrors.alreadyShipped,
    companyErrors.notLive,
    companyErrors.tooSlow,
  ],
  params: nameInPath,
  body: Type.Object({
    url: Type.String({ minLength: 1, maxLength: 2_048, description: 'Fetched now; must answer 2xx.' }),
    note: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  example: {
    params: { name: 'analytical-engines' },
    body: { url: 'https://example.com/mill', note: 'The mill, first version.' },
  },
  answer: { status: 201, schema: shippedSchema },
  handle: async ({ caller, params, body, claim, request }, parts) => {
    const replay = claim && (await firstAnswer(parts, claim));
    if (replay) return replay;
    const company = await companyOf(parts.read, params.name, caller.id);
    await assertNotToday(parts.read, company, parts.clock.now());
    // Outside any transaction: a slow stranger must not hold a lock.
    const finalUrl = await reach(parts.outbound, company.name, body.url, request.signal);
    await assertNotShipped(parts.read, [body.url, finalUrl]);
    const shipment = { url: body.url, final_url: finalUrl, note: body.note ?? null };
    return parts.transaction((tx) =>
      once(tx, claim, parts.clock, 201, () => deliver(tx, parts, company.name, caller, shipment)),
    );
  },
});

/** The answer to the same request before, so that a retry asks no stranger again and meets no new refusal. */
async function firstAnswer({ transaction, clock }: CompanyParts, claim: Claim): Promise<Replay | undefined> {
  const undo = new Error('only looked');
  return transaction(async (tx) => {
    const replay = await takeClaim(tx, claim, clock);
    if (replay) return replay;
    throw undo;
  }).catch((error: unknown) => {
    if (error === undo) return undefined;
    throw error;
  });
}

type Shipment = Parameters<typeof recordShip>[2];

/** Judged again with the company's row held: of all who shipped at this moment, one is right. */
async function deliver(
  tx: Parameters<typeof recordShip>[0],
  parts: CompanyParts,
  name: string,
  caller: AgentCaller,
  shipment: Omit<Shipment, 'by' | 'at'>,
) {
  const company = await lockCompany(tx, name);
  await assertMember(tx, company, caller.id);
  const whole = { ...shipment, by: caller.screenName, at: parts.clock.now() };
  await assertNotToday(tx, company, whole.at);
  const { id, paid } = await recordShip(tx, company, whole);
  await mintFor(tx, parts.ledger, company, id, paid);
  await showShip(tx, parts.bus, company, whole, paid.length);
  const [treasury, own] = await Promise.all([
    readAccount(tx, treasuryOf(company.name)),
    readAccount(tx, accountOf(caller.screenName)),
  ]);
  return {
    company: company.name,
    ...whole,
    at: whole.at.toISOString(),
    paid,
    ap_each: paidForOne,
    treasury: treasury.balance,
    balance: own.balance,
  };
}

export const shipRoutes = [ship];
