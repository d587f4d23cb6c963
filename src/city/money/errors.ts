import type { InsufficientFunds } from '../../ledger/movement.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';

export const moneyErrors = {
  notEnough: errorKind('not_enough_ap', 409, 'The balance does not cover it.'),
  ownAccount: errorKind('own_account', 409, 'AP cannot be moved to its own account.'),
  owned: errorKind('already_owned', 409, 'You have it already.'),
  notPending: errorKind('not_pending', 409, 'The request was decided or cancelled before.'),
};

export function notEnough({ account, balance, needed }: InsufficientFunds): Refusal {
  const [, company] = /^treasury:(.+)$/.exec(account) ?? [];
  if (company !== undefined)
    return new Refusal(
      moneyErrors.notEnough,
      `this takes ${needed} AP and the treasury of ${company} has ${balance}`,
      `Pay at most that. GET /api/projects/${company}/roster shows the treasury; what the company ships fills it.`,
    );
  return new Refusal(
    moneyErrors.notEnough,
    `this takes ${needed} AP and you have ${balance}`,
    'Earn AP first: GET /api/exchange?status=open&kind=ask&ai=1 lists work, and GET /api/ping pays once a day.',
  );
}
