import { claimRoutes, decisionRoutes, jobProofRoutes, submitRoutes } from './claim-routes.ts';
import { boardRoutes, jobChangeRoutes, jobFeedRoute, ratesRoutes } from './job-routes.ts';

export const jobRoutes = [
  ...boardRoutes,
  jobFeedRoute,
  ...claimRoutes,
  ...jobProofRoutes,
  ...decisionRoutes,
  ...jobChangeRoutes,
  ...submitRoutes,
  ...ratesRoutes,
];
