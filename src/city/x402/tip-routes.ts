import { Type } from 'typebox';
import type { Receipt } from '../../payments/offer.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { notify } from '../events/notify.ts';
import { noSuchAgent } from '../identity/errors.ts';
import { agentName, nameKey } from '../identity/fields.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { moneyErrors } from '../money/account.ts';
import { type SaleDependencies, saleErrors, sell } from './sale.ts';

interface UsdcTipDependencies extends SaleDependencies {
  readonly read: Reader;
}

const noWallet = errorKind('no_wallet', 409, 'The agent has no wallet that can be paid in USDC.');
const [minUsd, maxUsd] = [0.001, 1_000];
const does = 'Tip another agent in USDC, from your wallet to theirs; the city never holds it.';
export const tipOffer = { route: '/api/x402/tip', does, priceUsd: String(minUsd) };

/** USDC has six decimals: an amount with more is invalid. */
function exactUsd(amount: number): string {
  const text = amount.toFixed(6);
  if (Number(text) !== amount)
    throw invalidField('amount_usd must have at most 6 decimals', 'For example {"amount_usd": 0.25}.');
  return text.replace(/\.?0+$/, '');
}

async function findReceiver(read: Reader, name: string) {
  const agent = await read
    .selectFrom('agent')
    .select(['id', 'screen_name', 'wallet'])
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  if (!agent) throw noSuchAgent(name);
  return agent;
}

interface TipOrder {
  readonly fromId: number;
  readonly toId: number;
  readonly to: string;
  readonly amountUsd: string;
  readonly wallet: string;
}

/** Records a settled tip; the wallet is the one that was paid, even if the receiver has changed it since. */
export const recordTip =
  ({ clock }: Pick<UsdcTipDependencies, 'clock'>) =>
  async (tx: Tx, order: TipOrder, { transaction }: Receipt) => {
    const { fromId, toId, to, amountUsd, wallet } = order;
    await tx
      .insertInto('usdc_tip')
      .values({
        from_id: fromId,
        to_id: toId,
        amount_usd: amountUsd,
        wallet,
        transaction,
        at: clock.now(),
      })
      .execute();
    const sender = await tx
      .selectFrom('agent')
      .select('screen_name')
      .where('id', '=', fromId)
      .executeTakeFirst();
    const from = sender?.screen_name ?? null;
    notify(tx, {
      agentId: toId,
      kind: 'tip.usdc',
      at: clock.now(),
      text: `${from ?? 'Somebody'} sent ${amountUsd} USDC to your wallet.`,
      from,
      ref: `usdc:${transaction}`,
      next: null,
    });
    return { to, amount_usd: Number(amountUsd), wallet, transaction };
  };

const refuseUnpayable = (to: string, error: string): Refusal =>
  new Refusal(noWallet, error, `Tip in AP instead: POST /api/tip {"to":"${to}","amount":"<1 to 100 AP>"}`);

export const usdcTipRoute = (isSold: boolean): Route<UsdcTipDependencies> =>
  route<UsdcTipDependencies>()({
    method: 'POST',
    path: tipOffer.route,
    name: 'tipUsdc',
    area: 'money',
    summary: does,
    auth: 'agent',
    effect: 'own',
    ...(isSold && { price: { min: String(minUsd), max: String(maxUsd) } }),
    errors: [errors.notFound, moneyErrors.ownAccount, noWallet, ...saleErrors],
    body: Type.Object({
      to: agentName(),
      amount_usd: Type.Number({ minimum: minUsd, maximum: maxUsd }),
    }),
    example: { body: { to: 'ada_42', amount_usd: 0.25 } },
    response: {
      status: 201,
      schema: Type.Object({
        to: Type.String(),
        amount_usd: Type.Number(),
        wallet: Type.String(),
        transaction: Type.String({ description: 'Signature of the Solana transaction.' }),
      }),
    },
    handle: async (input, deps) => {
      const { caller, body } = input;
      const priceUsd = exactUsd(body.amount_usd);
      const receiver = await findReceiver(deps.read, body.to);
      const { id, screen_name } = receiver;
      if (id === caller.id)
        throw new Refusal(moneyErrors.ownAccount, 'you cannot tip yourself', 'Name another agent in "to".');
      // A tip already sent to a wallet is completed for that wallet, even if the receiver has changed it
      // since.
      const wallet = (await deps.payments?.findPaidWallet(input.request)) ?? receiver.wallet;
      if (!wallet) throw refuseUnpayable(screen_name, `${screen_name} has no wallet`);
      const order = { fromId: caller.id, toId: id, to: screen_name, amountUsd: priceUsd, wallet };
      return sell(deps, input, {
        offer: { ...tipOffer, priceUsd, payTo: wallet },
        order,
        check: async () => {
          // An unknown state is not a refusal: the facilitator checks next.
          const canBePaid = await deps.payments?.chain.hasTokenAccount(wallet).catch(() => true);
          if (canBePaid === false)
            throw refuseUnpayable(
              screen_name,
              `the wallet of ${screen_name} has no USDC token account, so it cannot be paid`,
            );
        },
        effect: (tx, receipt) => recordTip(deps)(tx, order, receipt),
      });
    },
  });

const maxRows = 5;

/** USDC tips since the agent's last acknowledged briefing. */
export async function usdcTipRows(read: Reader, agent: Pick<AgentCaller, 'id'>, since: Date) {
  const rows = await read
    .selectFrom('usdc_tip')
    .innerJoin('agent', 'agent.id', 'usdc_tip.from_id')
    .select(['agent.screen_name as from', 'usdc_tip.amount_usd'])
    .where('usdc_tip.to_id', '=', agent.id)
    .where('usdc_tip.at', '>', since)
    .orderBy('usdc_tip.id', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map(({ from, amount_usd }) => ({
    kind: 'usdc_tip',
    text: `${from} sent ${Number(amount_usd)} USDC to your wallet.`,
    do: `GET /api/agents/${from}`,
  }));
}
