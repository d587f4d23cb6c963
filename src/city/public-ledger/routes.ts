import { entryRoutes } from './entry-routes.ts';
import { proofRoutes } from './proof-routes.ts';

export const publicLedgerRoutes = [...entryRoutes, ...proofRoutes];
