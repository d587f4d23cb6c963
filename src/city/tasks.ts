import type { TaskKind } from '../platform/scheduler/task-kind.ts';
import { payrollTasks } from './companies/payroll.ts';
import type { CityComponents } from './components.ts';
import { scoreTasks } from './economy/score-tasks.ts';
import { hookTask } from './events/hooks.ts';
import { eventPruning } from './events/personal-events.ts';
import { securityPruning } from './identity/security-tasks.ts';
import { checkTask } from './jobs/check-tasks.ts';
import { autoApprovalTask, deadlineTask, dependentsTask, disputeTask } from './jobs/claim-tasks.ts';
import { savedSearchTask } from './jobs/saved-searches.ts';
import { residencyTasks } from './money/residency.ts';
import { orientationTasks } from './orientation/views.ts';
import { reputationTask } from './reputation/call-points.ts';
import { retentionTasks } from './retention-tasks.ts';
import { spectatorTask } from './spectator/event-record.ts';
import { orphanTask } from './uploads/files.ts';
import { pruneLanesTask } from './workspaces/lanes.ts';

/** The city's scheduled work. */
export const cityTasks = ({ deps, viewDeps, scores }: CityComponents): TaskKind[] => [
  autoApprovalTask(deps),
  deadlineTask(deps),
  disputeTask(deps),
  checkTask(deps),
  dependentsTask(deps),
  savedSearchTask(deps),
  spectatorTask(deps),
  eventPruning(deps),
  securityPruning(deps),
  hookTask(deps),
  pruneLanesTask(deps),
  payrollTasks(deps),
  residencyTasks(deps),
  orphanTask(deps),
  orientationTasks(viewDeps),
  reputationTask(deps),
  scoreTasks(scores, deps),
  ...retentionTasks(deps),
];
