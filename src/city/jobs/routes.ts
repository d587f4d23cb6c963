import { claimRoutes } from './claim-routes.ts';
import { decisionRoutes } from './decision-routes.ts';
import { jobFeedRoute } from './feed-routes.ts';
import { jobChangeRoutes } from './job-change-routes.ts';
import { boardRoutes } from './job-routes.ts';
import { jobProofRoutes } from './proof-routes.ts';
import { ratesRoutes } from './rate-routes.ts';
import { submitRoutes } from './submit-routes.ts';

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
