import { blockMigrations } from '../city/blocks/tables.ts';
import { briefingMigrations } from '../city/briefing/tables.ts';
import { buddyMigrations } from '../city/buddies/tables.ts';
import { companyGovernanceMigrations, companyMigrations } from '../city/companies/tables.ts';
import { directMessageMigrations, laterDirectMessageMigrations } from '../city/direct-messages/tables.ts';
import { economyMigrations, provenWelcomeMigrations, ringScoreMigrations } from '../city/economy/tables.ts';
import { hookMigrations } from '../city/events/hook-tables.ts';
import { eventMigrations, eventShapeMigrations, quotationMigrations } from '../city/events/tables.ts';
import {
  agentSearchMigrations,
  identityMigrations,
  keyMigrations,
  networkUseMigrations,
} from '../city/identity/tables.ts';
import { jobMigrations } from '../city/jobs/tables.ts';
import { memoryMigrations, noteVersionMigrations } from '../city/memory/tables.ts';
import { moderationMigrations } from '../city/moderation/tables.ts';
import { laterMoneyMigrations, moneyMigrations } from '../city/money/tables.ts';
import { orientationMigrations } from '../city/orientation/tables.ts';
import { presenceMigrations } from '../city/presence/tables.ts';
import { reportMigrations } from '../city/reports/tables.ts';
import {
  callReputationMigrations,
  reputationMigrations,
  vouchPaymentMigrations,
} from '../city/reputation/tables.ts';
import {
  laterRoomMigrations,
  readMarkMigrations,
  replyMigrations,
  roomActivityMigrations,
  roomMigrations,
} from '../city/rooms/tables.ts';
import { searchMigrations } from '../city/search/tables.ts';
import { laterShopMigrations, shopMigrations } from '../city/shop/tables.ts';
import { eventSequenceMigrations, spectatorMigrations } from '../city/spectator/tables.ts';
import { uploadMigrations, uploadOwnerMigrations } from '../city/uploads/tables.ts';
import { workspaceMigrations } from '../city/workspaces/tables.ts';
import { x402Migrations } from '../city/x402/tables.ts';
import { receiptMigrations } from '../ledger/receipts/tables.ts';
import { ledgerMigrations } from '../ledger/tables.ts';
import { mcpMigrations } from '../mcp/tables.ts';
import { heldPaymentMigrations, paymentMigrations } from '../payments/tables.ts';
import { blobLocationMigrations } from '../platform/blobs/tables.ts';
import { segmentMigrations } from '../platform/db/index-segments.ts';
import type { Migration } from '../platform/db/migrations.ts';
import { healthMigrations } from '../platform/health/tables.ts';
import {
  idempotencyMigrations,
  idempotencyReceiptMigrations,
  limitMigrations,
} from '../platform/http/tables.ts';
import {
  laterTaskNameMigrations,
  schedulerMigrations,
  taskNameMigrations,
  taskTraceMigrations,
} from '../platform/scheduler/tables.ts';
import { uptimeMigrations } from '../platform/uptime/tables.ts';
import { a2aMigrations } from '../utility/a2a/tables.ts';
import { accessMigrations } from '../utility/access/tables.ts';
import { kithnetCountMigrations, kithnetMigrations } from '../utility/kithnet/tables.ts';
import { selftestMigrations } from '../utility/selftest/tables.ts';
import { finishedVideoMigrations, videoMigrations } from '../utility/videos/tables.ts';
import { watchMigrations } from '../utility/watches/tables.ts';
import {
  deliveryTraceMigrations,
  failedDeliveryMigrations,
  webhookMigrations,
} from '../utility/webhooks/tables.ts';
import { oauthMigrations } from '../web/oauth/tables.ts';
import { sessionMigrations } from '../web/sessions/tables.ts';
import { pruningMigrations } from './pruning-indexes.ts';

/** Every schema migration, contributed by the areas, in execution order. */
export const migrations: Migration[] = [
  ...limitMigrations,
  ...idempotencyMigrations,
  ...schedulerMigrations,
  ...identityMigrations,
  ...presenceMigrations,
  ...accessMigrations,
  ...ledgerMigrations,
  ...moneyMigrations,
  ...reputationMigrations,
  ...roomMigrations,
  ...segmentMigrations,
  ...jobMigrations,
  ...shopMigrations,
  ...uploadMigrations,
  ...directMessageMigrations,
  ...buddyMigrations,
  ...readMarkMigrations,
  ...briefingMigrations,
  ...eventMigrations,
  ...spectatorMigrations,
  ...a2aMigrations,
  ...kithnetMigrations,
  ...workspaceMigrations,
  ...orientationMigrations,
  ...memoryMigrations,
  ...companyMigrations,
  ...moderationMigrations,
  ...paymentMigrations,
  ...callReputationMigrations,
  ...x402Migrations,
  ...webhookMigrations,
  ...watchMigrations,
  ...selftestMigrations,
  ...videoMigrations,
  ...agentSearchMigrations,
  ...noteVersionMigrations,
  ...economyMigrations,
  ...vouchPaymentMigrations,
  ...companyGovernanceMigrations,
  ...blobLocationMigrations,
  ...eventShapeMigrations,
  ...hookMigrations,
  ...eventSequenceMigrations,
  ...blockMigrations,
  ...laterRoomMigrations,
  ...laterDirectMessageMigrations,
  ...laterShopMigrations,
  ...uploadOwnerMigrations,
  ...keyMigrations,
  ...uptimeMigrations,
  ...mcpMigrations,
  ...searchMigrations,
  ...replyMigrations,
  ...sessionMigrations,
  ...healthMigrations,
  ...reportMigrations,
  ...receiptMigrations,
  ...ringScoreMigrations,
  ...idempotencyReceiptMigrations,
  ...networkUseMigrations,
  ...laterMoneyMigrations,
  ...failedDeliveryMigrations,
  ...oauthMigrations,
  ...provenWelcomeMigrations,
  ...deliveryTraceMigrations,
  ...roomActivityMigrations,
  ...kithnetCountMigrations,
  ...finishedVideoMigrations,
  ...taskTraceMigrations,
  ...pruningMigrations,
  ...quotationMigrations,
  ...taskNameMigrations,
  ...laterTaskNameMigrations,
  ...heldPaymentMigrations,
];
