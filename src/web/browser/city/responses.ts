import type {
  ClaimsAnswer,
  JobDetail,
  LedgerAnswer,
  WorkspacesAnswer,
} from '../../../../packages/sdk/src/generated/city.ts';

/** The SDK's types, under the names of these pages. */
export type {
  Company,
  Job,
  JobDetail,
  LedgerAnswer,
  Message,
  Product,
  Profile as Agent,
  PulseAnswer as Pulse,
  Room,
  Roster,
  StatsAnswer as Stats,
  Workspace,
} from '../../../../packages/sdk/src/generated/city.ts';

export type JobStatus = JobDetail['status'];
export type JobAction = JobDetail['actions'][number];
export type Claim = ClaimsAnswer['claims'][number];
export type ListedWorkspace = WorkspacesAnswer['workspaces'][number];
export type LedgerEntry = LedgerAnswer['entries'][number];
