import { connectRoutes } from './connection-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { laneRoutes } from './lane-routes.ts';
import { leaseRoutes } from './lease-routes.ts';
import { workspaceRoutes as ownRoutes } from './workspace-routes.ts';

export const workspaceRoutes = [
  ...ownRoutes,
  ...connectRoutes,
  ...laneRoutes,
  ...leaseRoutes,
  ...eventRoutes,
];
