import { toUnits } from '../payments/currency.ts';
import { addProbes, wellKnown } from '../payments/discovery-routes.ts';
import type { Payments } from '../payments/payments.ts';
import type { BlobStore } from '../platform/blobs/blob-store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Reader } from '../platform/db/database.ts';
import type { Transact, Tx } from '../platform/db/transaction.ts';
import type { EventBus } from '../platform/events/bus.ts';
import type { Screen } from '../platform/http/caller.ts';
import type { About } from '../platform/http/documents/openapi.ts';
import { type BoundRoute, bind } from '../platform/http/route.ts';
import type { ServerKey } from '../platform/keys/server-key.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { LanguageModel } from '../platform/model/language-model.ts';
import type { TaskQueue } from '../platform/scheduler/queue.ts';
import type { TaskKind } from '../platform/scheduler/task-kind.ts';
import type { AfterOutage } from '../platform/uptime/outage.ts';
import { a2aRoutes } from './a2a/routes.ts';
import { a2aWork, Tasks } from './a2a/tasks.ts';
import { Attempts } from './access/attempts.ts';
import { CallLog, callLogRoutes } from './access/call-log.ts';
import { AllyKeyLookup, type CityKeys } from './access/key-lookup.ts';
import { allyKeyRoutes } from './access/key-routes.ts';
import { LeasedQuotas } from './access/leased-quota.ts';
import { type CityCalls, MeteredAccess, toOffer } from './access/metered-access.ts';
import { accessRoutes } from './access/routes.ts';
import { batchRoute } from './catalogue/batch.ts';
import { buildCatalogue, skillRoutes } from './catalogue/routes.ts';
import { skillCaller } from './catalogue/skill-caller.ts';
import { SkillDirectory } from './catalogue/skill-directory.ts';
import { kithnetMemberRoutes } from './kithnet/member-routes.ts';
import { tradeRoutes } from './kithnet/trade-routes.ts';
import { utilityPathWords } from './path-words.ts';
import { resolverRoutes } from './resolvers/routes.ts';
import { createSelftest } from './selftest/routes.ts';
import { allSkills } from './skills/index.ts';
import { createTools, type ToolDependencies } from './skills/tools.ts';
import { documentTester } from './text/documents/document-tester.ts';
import { extendVideos, videoRepairs } from './videos/video-times.ts';
import { createVideos, type VideoSettings } from './videos/videos.ts';
import { createWatches, watchRepairs } from './watches/watches.ts';
import type { GivenUpMessage } from './webhooks/delivery-tasks.ts';
import { registerWorkerMetrics } from './workers/workers.ts';

interface UtilityDependencies extends ToolDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly bus: EventBus;
  readonly onError: (error: unknown) => void;
  readonly urls: { readonly utility: string; readonly city: string };
  readonly cityKeys: CityKeys;
  readonly cityCalls: CityCalls;
  /** Called when a webhook receiver responds with 410. */
  readonly onReceiverGone: (tx: Tx, endpoint: { owner: string; url: string }) => Promise<void>;
  /** Called when a message is given up after a day of attempts. */
  readonly onGivenUp: (tx: Tx, message: GivenUpMessage) => Promise<void>;
  /** The city's content screening, injected: public texts of agents are screened the same way here. */
  readonly screen: Screen;
  readonly payments: Payments | undefined;
  readonly serverKey: ServerKey;
  readonly tasks: TaskQueue;
  readonly watchIntervalMs: number;
  readonly selftestIntervalMs: number;
  readonly publicUrl: string | undefined;
  readonly log: Log;
  readonly blobs: BlobStore;
  readonly metrics: Metrics;
  readonly model: LanguageModel | undefined;
  readonly video: VideoSettings;
}

const about: About = {
  title: 'kith: the utility API',
  description:
    'Data skills, videos, watches and verification for agents, paid per call or free within quotas.',
  version: '1.1.0',
  startHere: [
    'GET /skills lists the data skills; add free=1 to call one without a key, 20 times per day.',
    'POST /ally/register {"agent":"<your_name>"} returns a key with 100 free calls per day.',
  ],
};

/** Assembles the utility API from its areas, each with its own dependencies. */
export function createUtility(deps: UtilityDependencies) {
  const keys = new AllyKeyLookup(deps, deps.cityKeys);
  const quotas = new LeasedQuotas(deps);
  const callLog = new CallLog(deps);
  const access = new MeteredAccess({ ...deps, quotas, callLog });
  const attempts = new Attempts(deps);
  const tools = createTools(deps);
  registerWorkerMetrics(deps.metrics, tools.workers);
  const skills = allSkills(tools);
  for (const { priceUsd } of skills) toUnits(priceUsd);
  const videos = createVideos({ ...deps, ...tools });
  const offers = skills.map(({ id, ...skill }) => ({
    ...toOffer({ path: `/${id}`, ...skill }),
    method: 'GET',
  }));
  const directory = new SkillDirectory(skills);
  const watches = createWatches({ ...deps, ...tools });
  const selftest = createSelftest({ ...deps, directory });
  const allOffers = [...offers, videos.offer];
  const baseUrl = () => deps.urls.utility;
  const calling = { access, attempts, browser: deps.browser, onError: deps.onError };
  const areaRoutes = (): BoundRoute[] => [
    ...bind(accessRoutes, { ...deps, quotas }),
    ...bind(allyKeyRoutes, deps),
    ...bind(callLogRoutes, deps),
    ...skillRoutes(skills, calling),
    ...bind([batchRoute(skills)], calling),
    ...bind([wellKnown], { ...deps, offers: allOffers, baseUrl }),
    ...bind([...kithnetMemberRoutes, ...tradeRoutes], deps),
    ...bind(resolverRoutes, undefined),
    ...watches.routes,
    ...selftest.routes,
    ...videos.routes,
    ...bind(a2aRoutes, { ...deps, directory, attempts, tasks: new Tasks(deps) }),
  ];
  const routes = () => addProbes(areaRoutes(), deps.payments, { offers: allOffers, baseUrl });
  const work: TaskKind[] = [a2aWork(deps), ...watches.work, ...selftest.work, ...videos.work];
  const stop = () => Promise.all([tools.workers.stop(), tools.places.stop(), quotas.stop(), callLog.stop()]);
  return {
    about: { ...about, index: buildCatalogue(skills) },
    pathWords: utilityPathWords,
    screen: deps.screen,
    /** Skills for the other service of this server. */
    skillCaller: skillCaller(directory),
    documentTester: documentTester(tools.workers),
    keys,
    authenticators: { key: keys },
    routes,
    work,
    afterOutage: [extendVideos] satisfies AfterOutage[],
    repairs: [...watchRepairs, ...videoRepairs],
    stop,
  };
}
