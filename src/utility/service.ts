import type { Clock } from '../platform/clock.ts';
import type { Reader } from '../platform/db/database.ts';
import type { Transact } from '../platform/db/transaction.ts';
import type { About } from '../platform/http/documents/openapi.ts';
import { type BoundRoute, bind } from '../platform/http/route.ts';
import type { Kind } from '../platform/scheduler/kind.ts';
import { a2aRoutes } from './a2a/routes.ts';
import { a2aWork, Tasks } from './a2a/tasks.ts';
import { FreeCalls } from './access/free-calls.ts';
import { AllyKeyLookup, type CityKeys } from './access/key-lookup.ts';
import { accessRoutes } from './access/routes.ts';
import { SkillDesk } from './catalogue/desk.ts';
import { skillRoutes } from './catalogue/routes.ts';
import { allSkills } from './catalogue/skills.ts';
import { createTools, type ToolParts } from './catalogue/tools.ts';
import { memberRoutes } from './kithnet/members.ts';
import { tradeRoutes } from './kithnet/trades.ts';

interface UtilityParts extends ToolParts {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly cityKeys: CityKeys;
  readonly urls: { readonly utility: string };
  readonly onError: (error: unknown) => void;
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
  const access = new FreeCalls(parts);
  const tools = createTools(parts);
  const skills = allSkills(tools);
  const desk = new SkillDesk(skills);
  const routes = (): BoundRoute[] => [
    ...bind(accessRoutes, parts),
    ...skillRoutes(skills, { access }),
    ...bind([...memberRoutes, ...tradeRoutes], parts),
    ...bind(a2aRoutes, { ...parts, desk, tasks: new Tasks(parts) }),
  ];
  const work: Kind[] = [a2aWork(parts)];
  return { about, authenticators: { key: keys }, routes, work, stop: () => tools.workers.stop() };
}
