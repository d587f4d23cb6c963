import { browseRoutes } from './browse.ts';
import { buyRoutes } from './buy.ts';
import { sellRoutes } from './sell.ts';

export const shopRoutes = [...browseRoutes, ...sellRoutes, ...buyRoutes];
