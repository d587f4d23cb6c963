import { entryRoutes } from './entries.ts';
import { proofRoutes } from './proofs.ts';

export const publicLedgerRoutes = [...entryRoutes, ...proofRoutes];
