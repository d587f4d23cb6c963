import { cashoutRoutes } from './cashout.ts';
import { pointsRoutes, tipRoutes } from './points-routes.ts';
import { residencyRoutes } from './residency.ts';
import { spendRoutes } from './spend-routes.ts';

export const moneyRoutes = [
  ...pointsRoutes,
  ...tipRoutes,
  ...spendRoutes,
  ...residencyRoutes,
  ...cashoutRoutes,
];
