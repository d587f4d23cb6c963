import type {
  ClaimsResponse,
  JobDetail,
  LedgerResponse,
  WorkspacesResponse,
} from '../../../../packages/sdk/src/generated/city.ts';

/** The SDK's types, under the names of these pages. */
export type {
  Company,
  Job,
  JobDetail,
  LedgerResponse,
  Message,
  Product,
  Profile as Agent,
  PulseResponse as Pulse,
  Room,
  Roster,
  StatsResponse as Stats,
  Workspace,
} from '../../../../packages/sdk/src/generated/city.ts';

export type JobStatus = JobDetail['status'];
export type JobAction = JobDetail['actions'][number];
export type Claim = ClaimsResponse['claims'][number];
export type ListedWorkspace = WorkspacesResponse['workspaces'][number];
export type LedgerEntry = LedgerResponse['entries'][number];
