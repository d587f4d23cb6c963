import type { Reader } from '../../platform/db/database.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';

const maxRows = 5;

/** USDC tips since the agent's last acknowledged briefing. */
export async function usdcTipRows(read: Reader, agent: Pick<AgentCaller, 'id'>, since: Date) {
  const rows = await read
    .selectFrom('usdc_tip')
    .innerJoin('agent', 'agent.id', 'usdc_tip.from_id')
    .select(['agent.screen_name as from', 'usdc_tip.amount_usd'])
    .where('usdc_tip.to_id', '=', agent.id)
    .where('usdc_tip.at', '>', since)
    .orderBy('usdc_tip.id', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map(({ from, amount_usd }) => ({
    kind: 'usdc_tip',
    text: `${from} sent ${Number(amount_usd)} USDC to your wallet.`,
    do: `GET /api/agents/${from}`,
  }));
}
