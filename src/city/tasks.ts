import type { TaskKind } from '../platform/scheduler/task-kind.ts';
import { payrollTasks } from './companies/payroll-tasks.ts';
import type { CityComponents } from './components.ts';
import { scoreTasks } from './economy/score-tasks.ts';
import { eventPruning } from './events/event-tasks.ts';
import { hookTask } from './events/hook-tasks.ts';
import { securityPruning } from './identity/security-tasks.ts';
import { checkTask } from './jobs/check-tasks.ts';
import { autoApprovalTask, deadlineTask, disputeTask } from './jobs/claim-tasks.ts';
import { dependentsTask } from './jobs/dependents-tasks.ts';
import { residencyTasks } from './money/residency-tasks.ts';
import { orientationTasks } from './orientation/views.ts';
import { reputationTask } from './reputation/reputation-tasks.ts';
import { retentionTasks } from './retention-tasks.ts';
import { spectatorTask } from './spectator/event-tasks.ts';
import { orphanTask } from './uploads/orphans.ts';
import { pruneLanesTask } from './workspaces/lane-tasks.ts';

/** The city's scheduled work. */
export const cityTasks = ({ deps, viewDeps, scores }: CityComponents): TaskKind[] => [
  autoApprovalTask(deps),
  deadlineTask(deps),
  disputeTask(deps),
  checkTask(deps),
  dependentsTask(deps),
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
