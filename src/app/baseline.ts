import { blockTables } from '../city/blocks/tables.ts';
import { briefingTables } from '../city/briefing/source.ts';
import { buddyTables } from '../city/buddies/tables.ts';
import { companyTables } from '../city/companies/tables.ts';
import { directMessageTables } from '../city/direct-messages/tables.ts';
import { economyTables } from '../city/economy/tables.ts';
import { eventTables, hookTables } from '../city/events/tables.ts';
import { identityTables } from '../city/identity/tables.ts';
import { jobTables } from '../city/jobs/tables.ts';
import { memoryTables } from '../city/memory/tables.ts';
import { moderationTables } from '../city/moderation/tables.ts';
import { moneyTables } from '../city/money/tables.ts';
import { orientationTables } from '../city/orientation/tables.ts';
import { presenceTables } from '../city/presence/tables.ts';
import { reportTables } from '../city/reports/tables.ts';
import { reputationTables } from '../city/reputation/tables.ts';
import { roomTables } from '../city/rooms/tables.ts';
import { shopTables } from '../city/shop/tables.ts';
import { spectatorTables } from '../city/spectator/tables.ts';
import { uploadTables } from '../city/uploads/tables.ts';
import { workspaceTables } from '../city/workspaces/tables.ts';
import { x402Tables } from '../city/x402/tables.ts';
import { receiptTables } from '../ledger/receipts/tables.ts';
import { ledgerTables } from '../ledger/tables.ts';
import { mcpTables } from '../mcp/tables.ts';
import { paymentTables } from '../payments/tables.ts';
import { blobTables } from '../platform/blobs/tables.ts';
import { segmentFunctions } from '../platform/db/index-segments.ts';
import type { Migration } from '../platform/db/migrations.ts';
import { positionTables } from '../platform/db/positions.ts';
import { healthTables } from '../platform/health/tables.ts';
import { httpTables } from '../platform/http/tables.ts';
import { schedulerTables } from '../platform/scheduler/tables.ts';
import { uptimeTables } from '../platform/uptime/tables.ts';
import { a2aTables } from '../utility/a2a/tables.ts';
import { accessTables } from '../utility/access/tables.ts';
import { kithnetTables } from '../utility/kithnet/tables.ts';
import { selftestTables } from '../utility/selftest/tables.ts';
import { videoTables } from '../utility/videos/tables.ts';
import { watchTables } from '../utility/watches/tables.ts';
import { webhookTables } from '../utility/webhooks/tables.ts';
import { oauthTables } from '../web/oauth/tables.ts';
import { sessionTables } from '../web/sessions/tables.ts';

/** The schema of kith 0.1.0: the tables of all areas, each after those that it references. */
export const baseline: Migration = {
  name: '0.1.0',
  sql: [
    'CREATE EXTENSION IF NOT EXISTS pg_trgm;',
    segmentFunctions,
    positionTables,
    blobTables,
    healthTables,
    httpTables,
    schedulerTables,
    uptimeTables,
    receiptTables,
    ledgerTables,
    paymentTables,
    identityTables,
    roomTables,
    jobTables,
    accessTables,
    blockTables,
    briefingTables,
    buddyTables,
    companyTables,
    directMessageTables,
    economyTables,
    hookTables,
    eventTables,
    memoryTables,
    moderationTables,
    moneyTables,
    orientationTables,
    presenceTables,
    reportTables,
    reputationTables,
    shopTables,
    spectatorTables,
    uploadTables,
    workspaceTables,
    x402Tables,
    a2aTables,
    kithnetTables,
    selftestTables,
    videoTables,
    watchTables,
    webhookTables,
    mcpTables,
    oauthTables,
    sessionTables,
  ].join('\n'),
};
