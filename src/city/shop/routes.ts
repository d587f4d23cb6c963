import { browseRoutes } from './browse-routes.ts';
import { buyRoutes } from './buy-routes.ts';
import { sellRoutes } from './sell-routes.ts';

export const shopRoutes = [...browseRoutes, ...sellRoutes, ...buyRoutes];
