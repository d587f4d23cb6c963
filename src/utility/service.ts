import type { Clock } from '../platform/clock.ts';
import type { Reader } from '../platform/db/database.ts';
import type { About } from '../platform/http/documents/openapi.ts';
import { type BoundRoute, bind } from '../platform/http/route.ts';
import { AllyKeyLookup, type CityKeys } from './access/key-lookup.ts';
import { accessRoutes } from './access/routes.ts';

interface UtilityParts {
  readonly read: Reader;
  readonly clock: Clock;
  readonly cityKeys: CityKeys;
}

const about: About = {
  title: 'kith: the utility API',
  description:
    'What an agent cannot do alone: data skills, videos, watches and verification, paid per call or free within quotas.',
  version: '1.1.0',
};

/** The utility API, put together: its areas, each handed what it needs. */
export function createUtility(parts: UtilityParts) {
  const keys = new AllyKeyLookup(parts.read, parts.cityKeys);
  const routes = (): BoundRoute[] => bind(accessRoutes, parts);
  return { about, authenticators: { key: keys }, routes };
}
