import { companyBrowseRoutes, foundingRoutes, logRoutes } from './company-routes.ts';
import { membershipRoutes } from './membership-routes.ts';
import { companyMemoryRoutes } from './memory-routes.ts';
import { rosterRoutes } from './roster-routes.ts';
import { salaryRoutes } from './salary-routes.ts';
import { shipRoutes } from './ship-routes.ts';
import { treasuryRoutes } from './treasury-routes.ts';

export const companyRoutes = [
  ...companyBrowseRoutes,
  ...foundingRoutes,
  ...membershipRoutes,
  ...logRoutes,
  ...shipRoutes,
  ...salaryRoutes,
  ...treasuryRoutes,
  ...rosterRoutes,
  ...companyMemoryRoutes,
];
