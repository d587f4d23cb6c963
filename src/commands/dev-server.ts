import { runDemoDay } from '../dev/demo-day/demo-day.ts';
import { profiles } from '../dev/demo-day/profiles.ts';
import { DevDir } from '../dev/dev-dir.ts';
import { type DevKith, startDevKith } from '../dev/dev-kith.ts';
import { findRunningPostgres } from '../platform/db/embedded/server.ts';
import { createLog } from '../platform/log.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';

const stopMs = 9_500;

interface DevOptions {
  readonly dir: string;
  /** Directory used when none is given. */
  readonly defaultDir: string;
  readonly port: number;
  readonly empty: boolean;
  readonly fresh: boolean;
  readonly json: boolean;
}

/** Runs `kith dev` until it receives a stop signal. */
export async function runDev({
  dir: given,
  defaultDir,
  port,
  empty,
  fresh,
  json,
}: DevOptions): Promise<number> {
  const { promise: stopRequested, resolve: requestStop } = Promise.withResolvers<string>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => requestStop(signal));
  const say = (line: string) => void process[json ? 'stderr' : 'stdout'].write(`${line}\n`);
  let dir = await DevDir.make(given);
  if (fresh) {
    if (await findRunningPostgres(dir.path))
      throw new OperatorProblem(`${given} is in use: stop that kith dev first`);
    await dir.remove();
    dir = await DevDir.make(given);
  }
  const running = await startDevKith({
    dir,
    env: process.env,
    port,
    makeLog: (level) =>
      createLog({ level, text: process.stderr.isTTY === true, destination: process.stderr }),
    onWebhook: (line) => say(`webhook: ${line}`),
  });
  try {
    if (running.ignoredSettings.length > 0)
      say(`Not used by kith dev: ${running.ignoredSettings.join(', ')}`);
    if (!empty) await fillWithDemoDay(running, say);
    process.stdout.write(
      json
        ? `${JSON.stringify(await describe(running))}\n`
        : await banner(running, given === defaultDir ? '' : ` --dir ${given}`),
    );
    await stopRequested;
  } finally {
    const timer = setTimeout(() => process.exit(1), stopMs);
    await running.stop();
    clearTimeout(timer);
  }
  return 0;
}

/** Runs once per data directory: if the last demo agent exists, the demo day has run. */
async function fillWithDemoDay({ kith, consoleUrl }: DevKith, say: (line: string) => void): Promise<void> {
  const cityUrl = kith.urls.city;
  const played = await fetch(`${cityUrl}/api/agents/${Object.keys(profiles).at(-1)}`);
  if (played.ok) return;
  say('Filling the city with a demo day …');
  await runDemoDay({ cityUrl, delayMs: 0, shipUrl: `${consoleUrl}/page`, print: (line) => say(`- ${line}`) });
}

async function describe({ kith, consoleUrl, clock, payers, payee, chain }: DevKith) {
  return {
    city_url: kith.urls.city,
    utility_url: kith.urls.utility,
    webhook_url: `${consoleUrl}/webhooks`,
    page_url: `${consoleUrl}/page`,
    solana_rpc_url: `${consoleUrl}/rpc`,
    facilitator_url: `${consoleUrl}/facilitator`,
    payee,
    wallets: await Promise.all(
      payers.map(async ({ name, signer, secretKey }) => {
        const usdc = Number(await chain.balanceOf(signer.address)) / 1e6;
        return { name, address: signer.address, secret_key: secretKey, usdc };
      }),
    ),
    now: clock.now().toISOString(),
  };
}

async function banner(running: DevKith, dirOption: string): Promise<string> {
  const info = await describe(running);
  return `
kith dev is up. Its money and its clock are not real.
  utility API  ${info.utility_url}
  city         ${info.city_url}
  webhooks     ${info.webhook_url}/…   (GET lists the received webhooks)
  a page       ${info.page_url}   (POST text to change it)
  Solana RPC   ${info.solana_rpc_url}
  facilitator  ${info.facilitator_url}
  time         ${info.now}

Wallets on its chain, with their secret keys:
${info.wallets.map(({ name, address, usdc, secret_key }) => `  ${name}  ${usdc} USDC  ${address}\n           ${secret_key}`).join('\n')}

Move its clock from another terminal:
  npx kith dev clock +7d${dirOption}

`;
}
