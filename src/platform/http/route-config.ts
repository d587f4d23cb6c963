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

/** Cached per request, because the framework merges all options of the route on every access. */
export function routeConfigOf(request: FastifyRequest): RouteConfig {
  request.routeConfig ??= request.routeOptions.config;
  return request.routeConfig;
}
