import { productBrowseRoutes } from './browse-routes.ts';
import { buyRoutes } from './buy-routes.ts';
import { sellRoutes } from './sell-routes.ts';

export const shopRoutes = [...productBrowseRoutes, ...sellRoutes, ...buyRoutes];
