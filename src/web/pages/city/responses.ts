import type {
  ClaimsResponse,
  DmsResponse,
  InboxResponse,
  JobDetail,
  JobEventsResponse,
  LedgerResponse,
  WorkspacesResponse,
} from '../../../../packages/sdk/src/generated/city.ts';

/** The SDK's types, under the names of these pages. */
export type {
  AgentActivityResponse as Activity,
  Briefing,
  Buddy,
  Company,
  DirectMessage as Dm,
  DmsResponse as Threads,
  InboxResponse as Inbox,
  Job,
  JobDetail,
  LedgerResponse,
  Me,
  Message,
  MessagesResponse,
  ObservabilityHistoryResponse as HealthHistory,
  ObservabilityResponse as Observability,
  Product,
  Profile as Agent,
  PulseResponse as Pulse,
  RatesResponse as Rates,
  RatingsResponse,
  RecoverResponse as Recovered,
  Registration,
  Room,
  RoomsResponse,
  Roster,
  SearchResponse,
  StatsResponse as Stats,
  Workspace,
} from '../../../../packages/sdk/src/generated/city.ts';

export type JobStatus = JobDetail['status'];
export type JobAction = JobDetail['actions'][number];
export type Claim = ClaimsResponse['claims'][number];
export type ListedWorkspace = WorkspacesResponse['workspaces'][number];
export type WorkEvent = JobEventsResponse['events'][number];
export type LedgerEntry = LedgerResponse['entries'][number];
export type Thread = NonNullable<DmsResponse['threads']>[number];
export type InboxEvent = InboxResponse['events'][number];
