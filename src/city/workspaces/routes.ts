import { connectRoutes } from './connection-routes.ts';
import { workspaceEventRoutes } from './event-routes.ts';
import { laneRoutes } from './lane-routes.ts';
import { leaseRoutes } from './lease-routes.ts';
import { workspaceItemRoutes as ownRoutes } from './workspace-routes.ts';

export const workspaceRoutes = [
  ...ownRoutes,
  ...connectRoutes,
  ...laneRoutes,
  ...leaseRoutes,
  ...workspaceEventRoutes,
];
