import type { FastifyInstance, FastifyRequest } from 'fastify';

type RouteConfig = FastifyRequest['routeOptions']['config'];

declare module 'fastify' {
  interface FastifyRequest {
    routeConfig: RouteConfig | null;
  }
}

export function keepRouteConfigs(app: FastifyInstance): void {
  app.decorateRequest('routeConfig', null);
}

/** Read once per request: the framework collects all options of the route whenever it is asked for them. */
export function routeConfigOf(request: FastifyRequest): RouteConfig {
  request.routeConfig ??= request.routeOptions.config;
  return request.routeConfig;
}
