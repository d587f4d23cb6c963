import type { Tx } from '../../platform/db/transaction.ts';
import { type BoundRoute, bind } from '../../platform/http/route.ts';
import type { ServerKey } from '../../platform/keys/server-key.ts';
import type { TaskKind } from '../../platform/scheduler/task-kind.ts';
import type { SkillTools } from '../skills/tools.ts';
import { deliveryWork } from '../webhooks/delivery-tasks.ts';
import { WebhookSecrets } from '../webhooks/signature.ts';
import { type CheckDependencies, checkWork, pauseWatches } from './check-tasks.ts';
import { watchKinds } from './kinds/kinds.ts';
import { retentionWork } from './retention.ts';
import { watchRoutes } from './routes.ts';

type WatchDependencies = Omit<CheckDependencies, 'kinds'> &
  Pick<SkillTools, 'outbound' | 'dns' | 'pages' | 'chains' | 'registries'> & {
    readonly serverKey: ServerKey;
    /** Lets other senders of webhooks react to a 410. */
    readonly onReceiverGone: (tx: Tx, endpoint: { owner: string; url: string }) => Promise<void>;
  };

/** Assembles watches and their webhooks. */
export function createWatches(given: WatchDependencies): { routes: BoundRoute[]; work: TaskKind[] } {
  const deps = { ...given, kinds: watchKinds(given), secrets: new WebhookSecrets(given.serverKey) };
  const onGone: Parameters<typeof deliveryWork>[0]['onGone'] = async (tx, endpoint) => {
    await pauseWatches(tx, given.tasks, endpoint);
    await given.onReceiverGone(tx, endpoint);
  };
  return {
    routes: bind(watchRoutes, deps),
    work: [checkWork(deps), ...deliveryWork({ ...deps, onGone }), retentionWork(given)],
  };
}
