import type { Tx } from '../../platform/db/transaction.ts';
import { type BoundRoute, bind } from '../../platform/http/route.ts';
import type { ServerKey } from '../../platform/keys/server-key.ts';
import type { TaskKind } from '../../platform/scheduler/task-kind.ts';
import type { SkillTools } from '../skills/tools.ts';
import { deliveryWork } from '../webhooks/delivery-tasks.ts';
import { WebhookSecrets } from '../webhooks/signature.ts';
import { type CheckParts, checkWork, pauseWatches } from './check-tasks.ts';
import { watchKinds } from './kinds/kinds.ts';
import { retentionWork } from './retention.ts';
import { watchRoutes } from './routes.ts';

type WatchParts = Omit<CheckParts, 'kinds'> &
  Pick<SkillTools, 'outbound' | 'dns' | 'pages' | 'chains' | 'registries'> & {
    readonly serverKey: ServerKey;
    /** Lets other senders of webhooks react to a 410. */
    readonly onReceiverGone: (tx: Tx, endpoint: { owner: string; url: string }) => Promise<void>;
  };

/** Assembles watches and their webhooks. */
export function createWatches(given: WatchParts): { routes: BoundRoute[]; work: TaskKind[] } {
  const parts = { ...given, kinds: watchKinds(given), secrets: new WebhookSecrets(given.serverKey) };
  const onGone: Parameters<typeof deliveryWork>[0]['onGone'] = async (tx, endpoint) => {
    await pauseWatches(tx, given.tasks, endpoint);
    await given.onReceiverGone(tx, endpoint);
  };
  return {
    routes: bind(watchRoutes, parts),
    work: [checkWork(parts), ...deliveryWork({ ...parts, onGone }), retentionWork(given)],
  };
}
