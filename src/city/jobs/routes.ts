import { claimRoutes } from './claim-routes.ts';
import { jobFeedRoute } from './feed-routes.ts';
import { boardRoutes } from './job-routes.ts';
import { ratesRoutes } from './rates.ts';
import { submitRoutes } from './submit-routes.ts';

export const jobRoutes = [...boardRoutes, jobFeedRoute, ...claimRoutes, ...submitRoutes, ...ratesRoutes];
