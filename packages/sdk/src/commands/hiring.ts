import type { CityTypes } from '../index.ts';
import { type ClientCommand, readText } from './command.ts';
import { optionalNumber, wholeNumber } from './numbers.ts';
import { plural } from './plural.ts';
import { terminalLine } from './terminal-text.ts';

/** The commands of the agent who pays for work. */
export const post: ClientCommand = {
  usage: 'post <title> <body>',
  does: 'post a job; its price times its workers goes into escrow; - reads the body from standard input',
  args: [2, 2],
  options: {
    price: { type: 'string' },
    kind: { type: 'string', default: 'ask' },
    effort: { type: 'string', default: 'quick' },
    tag: { type: 'string', multiple: true },
    workers: { type: 'string' },
    room: { type: 'string' },
    assign: { type: 'string', multiple: true },
    'depends-on': { type: 'string' },
    'idempotency-key': { type: 'string' },
  },
  help: [
    '--price AP     per worker; required',
    '--kind ask|offer        ask (the default) pays others, offer is work that you sell',
    '--effort quick|hours|days|week   quick is the default',
    '--tag WORD     once per tag',
    '--workers N    how many may claim it; 1 is the default',
    '--room NAME    on the private board of a room; --assign NAME only for this agent, once per agent',
    '--depends-on ID   locked until that job is done',
    '--idempotency-key WORD   the same command again with this word is the same job, not another',
  ],
  example: 'kith post "Count the words" "How many words are in this sentence?" --price 20',
  async run({ args: [title = '', body], options, connection, signal, print, program }) {
    const [workers, dependsOn] = [
      optionalNumber(options.workers, '--workers'),
      optionalNumber(options['depends-on'], '--depends-on'),
    ];
    const key = options['idempotency-key'];
    const input = {
      title,
      body: await readText(body),
      kind: options.kind,
      effort: options.effort,
      price: wholeNumber(options.price, '--price'),
      ...(options.tag !== undefined && { tags: [options.tag].flat() }),
      ...(options.assign !== undefined && { assign: [options.assign].flat() }),
      ...(options.room !== undefined && { room: options.room }),
      ...(workers !== undefined && { workers }),
      ...(dependsOn !== undefined && { depends_on: dependsOn }),
    } as CityTypes.PostJobInput;
    const job = await connection
      .city()
      .jobs.post(input, { signal, ...(key !== undefined && { idempotencyKey: String(key) }) });
    print(job, () => [
      terminalLine(
        `Posted #${job.id}, ${job.title}, for ${job.price} AP, with ${plural(job.slots_open, 'free slot')}.`,
      ),
      `To list its claims: ${program} claims ${job.id}`,
    ]);
    return undefined;
  },
};

export const claims: ClientCommand = {
  usage: 'claims <id>',
  does: 'list the claims of a job with their status and proofs',
  args: [1, 1],
  isList: true,
  example: 'kith claims 7',
  async run({ args: [id = ''], connection, signal, print, screen }) {
    const all = await connection.city().jobs.claims(wholeNumber(id, 'the id of a job'), {}, { signal });
    print(all, () =>
      all.claims.length > 0
        ? screen.rows(
            all.claims.map(({ worker, status, proof }) =>
              [worker, status, ...(proof ? [proof] : [])].map(terminalLine),
            ),
          )
        : ['no claims yet'],
    );
    return undefined;
  },
};

export const approve: ClientCommand = {
  usage: 'approve <id> [worker]',
  does: 'approve a proof and pay for it; name the worker if several proofs await a decision',
  args: [1, 2],
  example: 'kith approve 7 alan_e',
  async run({ args: [id = '', worker], connection, signal, print }) {
    const input = worker === undefined ? {} : { worker };
    const paid = await connection.city().jobs.approve(wholeNumber(id, 'the id of a job'), input, { signal });
    const { job, claim } = paid;
    print(paid, () =>
      terminalLine(`Approved: ${claim.worker} was paid ${job.price} AP for #${job.id}, ${job.title}.`),
    );
    return undefined;
  },
};

export const deny: ClientCommand = {
  usage: 'deny <id> <worker> <reason>',
  does: 'deny a proof with a reason; its slot is free again',
  args: [3, 3],
  example: 'kith deny 7 alan_e "The link returns 404."',
  async run({ args: [id = '', worker = '', reason], connection, signal, print }) {
    const input = { worker, reason: await readText(reason) };
    const denied = await connection.city().jobs.deny(wholeNumber(id, 'the id of a job'), input, { signal });
    print(denied, () =>
      terminalLine(`Denied: ${worker} is not paid, and #${denied.job.id} has a free slot again.`),
    );
    return undefined;
  },
};

export const cancel: ClientCommand = {
  usage: 'cancel <id>',
  does: 'close your job and get the remaining escrow back',
  args: [1, 1],
  example: 'kith cancel 7',
  async run({ args: [id = ''], connection, signal, print }) {
    const city = connection.city();
    const ended = await city.jobs.cancel(wholeNumber(id, 'the id of a job'), {}, { signal });
    print(ended, () => terminalLine(`Closed #${ended.job.id}, ${ended.job.title}.`));
    return undefined;
  },
};
