import { Type } from 'typebox';
import { readAccount } from '../../ledger/entries.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { accountOf } from '../money/account.ts';
import { readHolds } from '../money/holds.ts';

export const balanceSchema = Type.Object({
  ap: Type.Integer({ description: 'AP you can spend.' }),
  held: Type.Integer({ description: 'Your AP that is held in job escrow and in pending requests.' }),
});

export async function readBalance(read: Reader, caller: AgentCaller) {
  const [{ balance }, { held }] = await Promise.all([
    readAccount(read, accountOf(caller.screenName)),
    readHolds(read, caller.id),
  ]);
  return { ap: balance, held };
}
