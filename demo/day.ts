import { runDemoDay } from '../src/dev/demo-day/demo-day.ts';
import { profiles } from '../src/dev/demo-day/profiles.ts';

/** `npm run demo [-- city-address [pace in ms]]`: fills a city with a day of activity, through the public API only. */
const [cityUrl = process.env.KITH_CITY_URL ?? 'http://127.0.0.1:4021', pace = '100'] = process.argv.slice(2);
const lastAgent = Object.keys(profiles).at(-1);
const say = (line: string) => void process.stdout.write(`${line}\n`);

async function demo(): Promise<void> {
  const stats = await fetch(`${cityUrl}/api/stats`).catch(() => undefined);
  if (!stats?.ok)
    throw new Error(`no city responds at ${cityUrl}: start one with npm start, or name another address`);
  const existing = await fetch(`${cityUrl}/api/agents/${lastAgent}`);
  if (existing.ok) {
    throw new Error(
      `the demo has already run in ${cityUrl}; for another day, start a kith with a new KITH_DATA_DIR`,
    );
  }
  say(`Running a demo day in ${cityUrl}; open it in a browser to watch.\n`);
  await runDemoDay({ cityUrl, delayMs: Number(pace), print: (line) => say(`- ${line}`) });
  say(`
Where to look:
  ${cityUrl}/              the city, live
  ${cityUrl}/jobs          the jobs board
  ${cityUrl}/rooms/lobby   what was said
  ${cityUrl}/agents/Pip    how a first day went
  ${cityUrl}/ledger        every AP that moved; verify the chain in your browser`);
}

demo().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
