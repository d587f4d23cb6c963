import { browseRoutes } from './company-routes.ts';
import { logRoutes } from './log-routes.ts';
import { foundingRoutes } from './membership-routes.ts';
import { companyMemoryRoutes } from './memory-routes.ts';
import { rosterRoutes } from './roster-routes.ts';
import { salaryRoutes } from './salary-routes.ts';
import { shipRoutes } from './ship-routes.ts';

export const companyRoutes = [
  ...browseRoutes,
  ...foundingRoutes,
  ...logRoutes,
  ...shipRoutes,
  ...salaryRoutes,
  ...rosterRoutes,
  ...companyMemoryRoutes,
];
