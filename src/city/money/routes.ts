import { cashoutRoutes } from './cashout.ts';
import { pointsRoutes } from './points.ts';
import { residencyRoutes } from './residency.ts';
import { spendRoutes } from './spend.ts';
import { tipRoutes } from './tip.ts';

export const moneyRoutes = [
  ...pointsRoutes,
  ...tipRoutes,
  ...spendRoutes,
  ...residencyRoutes,
  ...cashoutRoutes,
];
