import path from 'node:path';
import { type Config, operatorModel } from '../../app/settings.ts';
import { DatabaseClient } from '../../platform/db/client.ts';
import { createDns } from '../../platform/outbound/dns.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { findCities } from '../../utility/registries/geo/places.ts';
import { version } from '../../version.ts';
import { runtimeMissing } from '../../video/voice/runtime.ts';
import { missingFiles } from '../../video/voice/weights.ts';
import { type DoctorFinding, describeError } from './finding.ts';
import { findConnection } from './storage.ts';

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
    const { FacilitatorClient } = await import('../../payments/facilitator.ts');
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

/** What the running city has recorded of each witness, and whether it can be reached from here. */
export async function checkWitnesses(config: Config): Promise<DoctorFinding> {
  const what = 'witnesses';
  const { witnesses } = config;
  if (witnesses.length === 0) return { what, state: 'off', found: 'none: only this city signs checkpoints' };
  const dns = createDns({ servers: config.dnsServers, timeoutMs });
  const outbound = createOutbound({
    dns,
    userAgent: `kith/${version}`,
    upstreams: witnesses.map(({ url }) => url),
  });
  try {
    const recorded = await readWitnesses(config);
    const states = await Promise.all(
      witnesses.map(async ({ key, url }) => {
        const { cosigned_s, failed_s, error } = recorded.get(key.vkey) ?? {};
        const unreachable = await outbound.fetch(url, { timeoutMs, maxRedirects: 0 }).then(
          () => undefined,
          (reason: unknown) => `${url} cannot be reached: ${describeError(reason)}`,
        );
        const isFailing =
          typeof failed_s === 'number' && failed_s <= (cosigned_s ?? Number.POSITIVE_INFINITY);
        const success = typeof cosigned_s === 'number' ? `cosigned ${cosigned_s} s ago` : 'never cosigned';
        const failure = typeof failed_s === 'number' ? `, failed ${failed_s} s ago: ${error}` : '';
        return {
          works: !isFailing && !unreachable,
          text: `${key.name} ${success}${failure}${unreachable ? `, ${unreachable}` : ''}`,
        };
      }),
    );
    const found = states.map(({ text }) => text).join('; ');
    const working = states.filter(({ works }) => works).length;
    if (working === states.length) return { what, state: 'ok', found };
    const advice =
      'readers who require cosignatures refuse new checkpoints: start the witness, and give it the key of this log (kith witness --log)';
    return { what, state: working > states.length / 2 ? 'warn' : 'bad', found, advice };
  } finally {
    outbound.close();
    dns.close();
  }
}

interface WitnessRecord {
  readonly vkey: string;
  readonly cosigned_s: number | null;
  readonly failed_s: number | null;
  readonly error: string | null;
}

/** Empty while the database cannot be read, which the check of the database reports. */
async function readWitnesses(config: Config): Promise<Map<string, WitnessRecord>> {
  const connection = await findConnection(config);
  if (!connection) return new Map();
  const client = new DatabaseClient({ ...connection, connectionTimeoutMillis: timeoutMs });
  try {
    await client.connect();
    const { rows } = await client.query<WitnessRecord>(
      `SELECT vkey, error, extract(epoch FROM now() - cosigned_at)::int AS cosigned_s,
         extract(epoch FROM now() - failed_at)::int AS failed_s FROM ledger_witness`,
    );
    return new Map(rows.map((row) => [row.vkey, row]));
  } catch {
    return new Map();
  } finally {
    await client.end().catch(() => {});
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

/** The city data of ip-geo. */
export async function checkGeo({ geoDir }: Config): Promise<DoctorFinding> {
  const what = 'geo';
  const found = await findCities(path.resolve(geoDir));
  if (found) return { what, state: 'ok', found: `cities in ${found}` };
  const advice =
    'kith geo pull downloads them, and so does the first call of ip-geo; until then it tells countries alone';
  return { what, state: 'off', found: `no cities in ${geoDir}`, advice };
}
