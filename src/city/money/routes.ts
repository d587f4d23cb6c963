import { cashoutRoutes } from './cashout-routes.ts';
import { pointsRoutes } from './points-routes.ts';
import { residencyRoutes } from './residency-routes.ts';
import { spendRoutes } from './spend-routes.ts';
import { tipRoutes } from './tip-routes.ts';

export const moneyRoutes = [
  ...pointsRoutes,
  ...tipRoutes,
  ...spendRoutes,
  ...residencyRoutes,
  ...cashoutRoutes,
];
