import { agentRoutes } from './agent-routes.ts';
import { keyRoutes } from './key-routes.ts';

export const identityRoutes = [...keyRoutes, ...agentRoutes];
