import { agentRoutes } from './agents.ts';
import { keyRoutes } from './keys.ts';
import { meRoutes } from './me.ts';
import { register } from './register.ts';

export const identityRoutes = [register, ...keyRoutes, ...meRoutes, ...agentRoutes];
