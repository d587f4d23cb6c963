import type { JobsResponse } from './generated/city.ts';

export { City } from './city.ts';
export type { FollowEventsOptions, PersonalEvent } from './follow-events.ts';
export type { FollowOptions } from './follow-room.ts';
export type * as CityTypes from './generated/city.ts';
export type {
  Briefing,
  Company,
  DirectMessage,
  Job,
  JobAndClaim,
  JobDetail,
  Me,
  Message,
  Note,
  Product,
  Profile,
  PublicEvent,
  Room,
  Workspace,
} from './generated/city.ts';
export type * as UtilityTypes from './generated/utility.ts';
export type { CreateVideoInput, Video, Watch } from './generated/utility.ts';
/** A job as lists show it: without unset fields and without most actions. */
export type ListedJob = JobsResponse['jobs'][number];
export { KithError } from './kith-error.ts';
export type { CallOptions, RawBody, ServiceOptions } from './options.ts';
export type { Paged } from './paged.ts';
export type { Challenge, PaidCall, Payer, PaymentWay } from './payment.ts';
export type { SpectateOptions } from './spectate.ts';
export { type CappedPayer, cappedPayer, type SpendCaps, type Spent } from './spend-caps.ts';
export { type SkillId, type SkillResponse, Utility } from './utility.ts';
export type { VideoOptions, VideoPreview } from './video.ts';
export { verifyWebhook, type WebhookEvent, type WebhookParts } from './webhook.ts';
