import { ownDmRoutes, sendRoutes } from './message-routes.ts';
import { readRoutes } from './thread-routes.ts';

export const directMessageRoutes = [...sendRoutes, ...readRoutes, ...ownDmRoutes];
