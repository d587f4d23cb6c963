import path from 'node:path';
import { type Config, operatorModel } from '../../app/settings.ts';
import { createDns } from '../../platform/outbound/dns.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { version } from '../../version.ts';
import { runtimeMissing } from '../../video/voice/runtime.ts';
import { missingFiles } from '../../video/voice/weights.ts';
import { type DoctorFinding, describeError } from './finding.ts';

const timeoutMs = 8_000;

export async function checkPayments(config: Config): Promise<DoctorFinding> {
  const { payeeWallet, facilitatorUrl, solanaRpc } = config;
  const what = 'payments';
  if (!payeeWallet || !facilitatorUrl) {
    const advice = 'set KITH_PAYEE_WALLET and KITH_FACILITATOR_URL to sell calls after the free quota';
    return { what, state: 'off', found: 'not set: calls after the free quota are refused', advice };
  }
  const dns = createDns({ servers: config.dnsServers, timeoutMs });
  const upstreams = [facilitatorUrl, solanaRpc];
  const outbound = createOutbound({ dns, userAgent: `kith/${version}`, upstreams });
  try {
    const { SolanaChain } = await import('../../payments/chain.ts');
    const { FacilitatorClient } = await import('../../payments/facilitator-client.ts');
    if (!(await new SolanaChain({ url: solanaRpc, outbound }).hasTokenAccount(payeeWallet))) {
      const advice = 'send the wallet any USDC once';
      return {
        what,
        state: 'bad',
        found: `${payeeWallet} has no USDC token account, so it cannot be paid`,
        advice,
      };
    }
    await new FacilitatorClient({ url: facilitatorUrl, outbound }).supported();
    return { what, state: 'ok', found: `to ${payeeWallet}, settled by ${facilitatorUrl}` };
  } catch (error) {
    return {
      what,
      state: 'bad',
      found: describeError(error),
      advice: 'check KITH_FACILITATOR_URL and KITH_RPC_SOLANA',
    };
  } finally {
    outbound.close();
    dns.close();
  }
}

/** Sends no prompt, because a completion costs money. */
export async function checkModel(config: Config): Promise<DoctorFinding> {
  const what = 'model';
  const access = operatorModel(config);
  if (access) return { what, state: 'ok', found: `${access.model} of ${access.provider}; set, not called` };
  const advice = 'set KITH_LLM_PROVIDER, KITH_LLM_MODEL and KITH_LLM_KEY to have texts written';
  return { what, state: 'off', found: 'none: digests consist of quotations', advice };
}

/** Checks the hashes of the weights, and the inference runtime. */
export async function checkVoices(config: Config): Promise<DoctorFinding> {
  const what = 'voices';
  const dir = path.resolve(config.voiceDir);
  const [weights, noRuntime] = await Promise.all([missingFiles(dir), runtimeMissing(dir)]);
  const missing = [
    ...(noRuntime ? ['the runtime (onnxruntime)'] : []),
    ...(weights.length > 0 ? [`the weights ${weights.map(({ name }) => name).join(', ')}`] : []),
  ];
  if (missing.length === 0) return { what, state: 'ok', found: `weights and runtime in ${config.voiceDir}` };
  return {
    what,
    state: 'off',
    found: `missing in ${config.voiceDir}: ${missing.join(' and ')}`,
    advice:
      'kith voices pull downloads them, and so does the first video; until then the fallback voice is used',
  };
}
