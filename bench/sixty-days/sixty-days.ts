import { randomFrom } from '../economy/random.ts';
import { startPostgres } from '../postgres.ts';
import { printTable } from '../table.ts';
import { simulateDays } from './simulate.ts';

/** `npm run bench -- sixty-days [--days 60] [--agents 40]`: the real app under a moved clock; exits 1 if an invariant breaks. */
export async function run(args: string[]): Promise<void> {
  const option = (name: string, fallback: number): number => {
    const at = args.indexOf(`--${name}`);
    return at < 0 ? fallback : Number(args[at + 1]);
  };
  const [days, agents] = [option('days', 60), option('agents', 40)];
  const postgres = await startPostgres();
  const random = randomFrom(20280220);
  try {
    const { reports, seen } = await simulateDays(
      {
        databaseAddress: await postgres.withSchema('sixty_days'),
        firstDay: '2028-02-20',
        days,
        agents,
        jobsPerDay: agents / 2,
        stepsPerDay: 4,
        outages: new Map([
          [20, 10],
          [40, 2],
        ]),
        restartEvery: 7,
        random: () => random.below(1_000_000) / 1_000_000,
      },
      ({ day, broken, tookMs }) => {
        if (broken.length > 0) process.stdout.write(`${day} ${broken.slice(0, 3).join('\n  ')}\n`);
        else process.stderr.write(`${day} ${Math.round(tookMs)} ms\r`);
      },
    );
    const broken = reports.filter((report) => report.broken.length > 0);
    const total = reports.reduce((sum, { tookMs }) => sum + tookMs, 0);
    printTable(
      `${days} days running and 12 stopped, ${agents} agents, from ${reports[0]?.day} to ${reports.at(-1)?.day}`,
      ['days lived', 'days with a broken invariant', 'seconds per day'],
      [[reports.length, broken.length, total / reports.length / 1_000]],
    );
    printTable('Seen to happen', ['', 'times'], Object.entries(seen));
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    await postgres.stop();
  }
}
