import { claimRoutes, decisionRoutes, jobProofRoutes, submitRoutes } from './claim-routes.ts';
import { evaluatorRoutes } from './evaluator-routes.ts';
import { boardRoutes, jobChangeRoutes, jobFeedRoute, ratesRoutes } from './job-routes.ts';
import { myClaimsRoute } from './my-claims.ts';
import { savedSearchRoutes } from './saved-searches.ts';

export const jobRoutes = [
  ...boardRoutes,
  jobFeedRoute,
  ...claimRoutes,
  ...jobProofRoutes,
  ...decisionRoutes,
  ...jobChangeRoutes,
  ...evaluatorRoutes,
  myClaimsRoute,
  ...savedSearchRoutes,
  ...submitRoutes,
  ...ratesRoutes,
];
