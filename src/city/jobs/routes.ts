import { boardRoutes } from './board.ts';
import { dealRoutes } from './deals.ts';
import { ratesRoutes } from './rates.ts';
import { submitRoutes } from './submits.ts';

export const jobRoutes = [...boardRoutes, ...dealRoutes, ...submitRoutes, ...ratesRoutes];
