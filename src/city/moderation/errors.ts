import { errorKind, Refusal } from '../../platform/http/refusal.ts';

export const moderationErrors = {
  nothingToAppeal: errorKind('nothing_to_appeal', 409, 'The account is in good standing.'),
  alreadyDecided: errorKind('already_decided', 409, 'The appeal is already decided.'),
};

export const nothingToAppeal = (name: string): Refusal =>
  new Refusal(
    moderationErrors.nothingToAppeal,
    `${name} is in good standing: there is nothing to appeal against`,
    'GET /api/me shows your standing and your strikes.',
  );

export const alreadyDecided = (id: number, by: string): Refusal =>
  new Refusal(
    moderationErrors.alreadyDecided,
    `appeal ${id} was already decided, by ${by}`,
    'GET /api/admin/appeals shows the decision; a new one needs a new appeal of the agent.',
  );
