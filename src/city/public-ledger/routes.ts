import { checkpointRoutes, tileRoutes } from './checkpoint-routes.ts';
import { entryRoutes } from './entry-routes.ts';
import { ledgerProofRoutes, receiptRoutes } from './proof-routes.ts';

export const publicLedgerRoutes = [
  ...entryRoutes,
  ...checkpointRoutes,
  ...ledgerProofRoutes,
  ...receiptRoutes,
  ...tileRoutes(),
];
