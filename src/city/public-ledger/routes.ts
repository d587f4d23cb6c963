import { checkpointRoutes } from './checkpoint-routes.ts';
import { entryRoutes } from './entry-routes.ts';
import { ledgerProofRoutes } from './proof-routes.ts';
import { receiptRoutes } from './receipt-routes.ts';
import { tileRoutes } from './tile-routes.ts';

export const publicLedgerRoutes = [
  ...entryRoutes,
  ...checkpointRoutes,
  ...ledgerProofRoutes,
  ...receiptRoutes,
  ...tileRoutes(),
];
