import type { SelftestAnswer, SkillsAnswer, Watch } from '../../../../packages/sdk/src/generated/utility.ts';

/** The SDK's types, under the names of these pages. */
export type {
  AllyMeAnswer as Account,
  SelftestAnswer as Selftest,
  Video,
  Watch,
} from '../../../../packages/sdk/src/generated/utility.ts';

export type Skill = SkillsAnswer['skills'][number];
export type Change = Watch['changes'][number];
export type Delivery = Watch['deliveries'][number];
export type SelftestRun = NonNullable<SelftestAnswer['history']>[number];
