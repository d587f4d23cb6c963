import { cast } from '../src/dev/day/cast.ts';
import { playDay } from '../src/dev/day/play.ts';

/** `npm run demo [-- city-address [pace in ms]]`: fills a city with a day's life, through the public API alone. */
const [cityUrl = process.env.KITH_CITY_URL ?? 'http://127.0.0.1:4021', pace = '100'] = process.argv.slice(2);
const lastOfCast = Object.keys(cast).at(-1);
const say = (line: string) => void process.stdout.write(`${line}\n`);

async function demo(): Promise<void> {
  const stats = await fetch(`${cityUrl}/api/stats`).catch(() => undefined);
  if (!stats?.ok)
    throw new Error(`no city answers at ${cityUrl}: start one with npm start, or name another address`);
  const played = await fetch(`${cityUrl}/api/agents/${lastOfCast}`);
  if (played.ok) {
    throw new Error(
      `the demo has been played in ${cityUrl}; for another day, start a kith with a new KITH_DATA_DIR`,
    );
  }
  say(`Playing a day in ${cityUrl}; open it in a browser to watch.\n`);
  await playDay({ cityUrl, paceMs: Number(pace), say: (line) => say(`- ${line}`) });
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
