import { Type } from 'typebox';
import { InsufficientFunds } from '../../ledger/movement.ts';
import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { timeOrderedId } from '../../platform/keys/time-ordered-id.ts';
import { noSuchAgent } from '../identity/errors.ts';
import { accountOf } from './account.ts';
import type { MoneyDependencies } from './dependencies.ts';
import { moneyErrors, notEnough } from './errors.ts';
import { chargeCap, spendCap } from './spend-cap.ts';

const tip = route<MoneyDependencies>()({
  method: 'POST',
  path: '/api/tip',
  name: 'tip',
  area: 'money',
  summary: 'Give another agent 1 to 100 AP.',
  auth: 'agent',
  effect: 'own',
  screened: ['memo'],
  errors: [errors.notFound, moneyErrors.notEnough, moneyErrors.ownAccount, spendCap],
  body: Type.Object({
    to: Type.String({ minLength: 1, maxLength: 64 }),
    amount: Type.Integer({ minimum: 1, maximum: 100 }),
    memo: Type.Optional(
      Type.String({ minLength: 1, maxLength: 140, description: 'Shown with the tip on the public ledger.' }),
    ),
  }),
  example: { body: { to: 'ada_42', amount: 5 } },
  response: {
    status: 201,
    schema: Type.Object({
      balance: Type.Integer({ description: 'Your balance afterwards.' }),
      seq: Type.Integer({ description: 'Its seq in the public ledger.' }),
    }),
  },
  handle: async ({ caller, body, idempotency }, deps) => {
    const { agentNames, sequencer, clock } = deps;
    const receiver = await agentNames.find(body.to);
    if (!receiver) throw noSuchAgent(body.to);
    if (receiver.id === caller.id) {
      throw new Refusal(moneyErrors.ownAccount, 'you cannot tip yourself', 'Name another agent in "to".');
    }
    const transfer = {
      kind: 'tip',
      from: accountOf(caller.screenName),
      to: accountOf(receiver.screen_name),
      amount: body.amount,
      ...(body.memo !== undefined && { memo: body.memo }),
      ref: `tip:${timeOrderedId(clock.now())}`,
    } as const;
    try {
      const answer = await chargeCap(deps, caller, body.amount, () =>
        sequencer.post({
          transfer,
          idempotency,
          status: 201,
          answer: ({ seq }, balance) => ({ balance, seq }),
        }),
      );
      return answer as { balance: number; seq: number };
    } catch (error) {
      throw error instanceof InsufficientFunds ? notEnough(error) : error;
    }
  },
});

export const tipRoutes = [tip];
