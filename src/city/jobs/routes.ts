import { claimRoutes } from './claim-routes.ts';
import { boardRoutes } from './job-routes.ts';
import { ratesRoutes } from './rates.ts';
import { submitRoutes } from './submit-routes.ts';

export const jobRoutes = [...boardRoutes, ...claimRoutes, ...submitRoutes, ...ratesRoutes];
