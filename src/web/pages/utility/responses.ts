import type {
  CreateVideoResponse,
  SelftestResponse,
  SkillsResponse,
  Watch,
} from '../../../../packages/sdk/src/generated/utility.ts';

/** The SDK's types, under the names of these pages. */
export type {
  AllyCallsResponse as Calls,
  AllyMeResponse as Account,
  AllyUsageResponse as Usage,
  KithnetResponse as Members,
  KithnetTradesResponse as Trades,
  ResolverAllowlistResponse as ResolverSet,
  SelftestResponse as Selftest,
  Video,
  Watch,
} from '../../../../packages/sdk/src/generated/utility.ts';

export type Preview = Extract<CreateVideoResponse, { preview_id: string }>;
export type Skill = SkillsResponse['skills'][number];
export type Change = Watch['changes'][number];
export type SelftestRun = NonNullable<SelftestResponse['history']>[number];
