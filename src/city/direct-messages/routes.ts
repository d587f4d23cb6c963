import { readRoutes } from './read.ts';
import { sendRoutes } from './send.ts';

export const directMessageRoutes = [...sendRoutes, ...readRoutes];
