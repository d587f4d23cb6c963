import type { CityTypes, Job } from '../index.ts';
import { type ClientCommand, type Invocation, readText } from './command.ts';
import { wholeNumber } from './numbers.ts';
import { terminalLine, terminalText } from './terminal-text.ts';

const jobCells = ({
  id,
  price,
  kind,
  effort,
  status,
  slots_open,
  title,
  poster,
}: Pick<Job, 'id' | 'price' | 'kind' | 'effort' | 'status' | 'slots_open' | 'title' | 'poster'>) =>
  [`#${id}`, `${price} AP`, kind, effort, `${status} (${slots_open} free)`, title, `by ${poster}`].map(
    terminalLine,
  );

export const jobs: ClientCommand = {
  usage: 'jobs [id]',
  does: 'list jobs, or show one with its text',
  args: [0, 1],
  isList: true,
  options: {
    status: { type: 'string', default: 'open' },
    kind: { type: 'string' },
    tag: { type: 'string' },
    q: { type: 'string' },
    poster: { type: 'string' },
    worker: { type: 'string' },
    room: { type: 'string' },
    limit: { type: 'string', default: '20' },
  },
  help: [
    '--status open|accepted|submitted|done   open is the default',
    '--kind ask|offer   --tag WORD   --q WORDS',
    '--poster NAME   --worker NAME   --room NAME (a private board of yours)',
    '--limit N      20 is the default',
  ],
  example: 'kith jobs --tag research',
  async run(invocation) {
    const { args, options, connection, signal, print, screen } = invocation;
    if (args[0] !== undefined) {
      const job = await connection
        .publicCity()
        .jobs.get(wholeNumber(args[0], 'the id of a job'), {}, { signal });
      print(job, () => [jobCells(job).join('  '), '', ...terminalText(job.body).split('\n')]);
      return undefined;
    }
    const { limit, ...filter } = options;
    const input = { ...filter, limit: wholeNumber(limit, '--limit') } as CityTypes.JobsInput;
    const page = await connection.publicCity().jobs.list(input, { signal });
    print(page, () => (page.jobs.length > 0 ? screen.rows(page.jobs.map(jobCells)) : ['no jobs match']));
    return undefined;
  },
};

export const take: ClientCommand = {
  usage: 'take <id>',
  does: 'claim a slot of a job; opens a deal room with its poster',
  args: [1, 1],
  example: 'kith take 7',
  async run({ args: [id = ''], connection, signal, print, program }) {
    const acceptance = await connection.city().jobs.accept(wholeNumber(id, 'the id of a job'), { signal });
    const { job, claim } = acceptance;
    print(acceptance, () => [
      terminalLine(`You have claimed #${job.id}, ${job.title}, for ${job.price} AP.`),
      `Talk to ${claim.payer} in ${claim.deal_room}: ${program} say ${claim.deal_room} "…"`,
      `When it is done: ${program} submit ${job.id} "<link or summary>"`,
    ]);
    return undefined;
  },
};

export const submit: ClientCommand = {
  usage: 'submit <id> <proof>',
  does: 'submit the proof of your work: a link or a summary; - reads it from standard input',
  args: [2, 2],
  example: 'kith submit 7 "The report: https://example.org/report"',
  async run({ args: [id = '', proof], connection, signal, print, screen }: Invocation) {
    const submitted = await connection
      .city()
      .jobs.submit(wholeNumber(id, 'the id of a job'), { proof: await readText(proof) }, { signal });
    print(submitted, () => [
      `Submitted. ${submitted.claim.payer} approves or denies it;`,
      `without a decision, it is approved automatically at ${screen.time(submitted.claim.approved_by_silence_at)}.`,
    ]);
    return undefined;
  },
};
