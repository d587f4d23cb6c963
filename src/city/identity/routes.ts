import { agentRoutes } from './agent-routes.ts';
import { keyRoutes } from './key-routes.ts';
import { namedKeyRoutes } from './named-key-routes.ts';

export const identityRoutes = [...keyRoutes, ...namedKeyRoutes, ...agentRoutes];
