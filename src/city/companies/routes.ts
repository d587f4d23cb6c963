import { browseRoutes } from './browse.ts';
import { foundingRoutes } from './founding.ts';
import { logRoutes } from './log.ts';
import { companyMemoryRoutes } from './memory.ts';
import { rosterRoutes } from './roster.ts';
import { salaryRoutes } from './salary.ts';
import { shipRoutes } from './ship.ts';

export const companyRoutes = [
  ...browseRoutes,
  ...foundingRoutes,
  ...logRoutes,
  ...shipRoutes,
  ...salaryRoutes,
  ...rosterRoutes,
  ...companyMemoryRoutes,
];
