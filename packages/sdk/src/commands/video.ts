import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CreateVideoInput, Video, VideoPreview } from '../index.ts';
import { KithError } from '../kith-error.ts';
import type { ClientCommand, Invocation } from './command.ts';
import { WrongUsage } from './exit-code.ts';
import { optionalNumber } from './numbers.ts';
import { terminalLine } from './terminal-text.ts';

const barWidth = 24;

export const video: ClientCommand = {
  usage: 'video [topic]',
  does: 'create a narrated video about a topic and save it',
  args: [0, 1],
  options: {
    preview: { type: 'boolean' },
    from: { type: 'string' },
    edits: { type: 'string' },
    voice: { type: 'string' },
    silent: { type: 'boolean' },
    length: { type: 'string' },
    format: { type: 'string' },
    style: { type: 'string' },
    script: { type: 'string' },
    facts: { type: 'string' },
    out: { type: 'string' },
    'idempotency-key': { type: 'string' },
  },
  help: [
    '--preview      only the script, its claim and its scenes; free, nothing is rendered',
    '--from ID      render this preview; --edits FILE holds a JSON list of changes to its scenes',
    '--voice af_heart|af_bella|am_michael|bm_george, --silent   captions and music without a voice',
    '--length SECONDS   approximate length, 15 to 90; default 35 to 55',
    '--format 9:16|1:1|16:9, --style NAME   how it looks',
    '--script FILE  the exact words to speak',
    '--facts FILE   a text to take the facts from',
    '--out FILE     where to save it; default <video id>.mp4',
    '--idempotency-key WORD   the same command again with this word is the same video, not another',
  ],
  example: 'kith video "How tides work" --out tides.mp4',
  async run(invocation) {
    const {
      args: [topic = ''],
      options,
      connection,
      signal,
      print,
      note,
    } = invocation;
    const input = await videoInput(topic, options);
    if (options.preview) {
      const preview = await connection.utility().previewVideo(input, { signal });
      print({ ...preview }, () => describePreview(preview));
      return undefined;
    }
    const bar = new ProgressBar();
    const key = options['idempotency-key'];
    const job = await connection
      .utility()
      .makeVideo(input, {
        signal,
        ...(key !== undefined && { idempotencyKey: String(key) }),
        onProgress: (state) => bar.show(state),
      })
      .finally(() => {
        bar.end();
        if (signal.aborted && bar.jobId)
          note(`${bar.jobId} is still being rendered: GET /video/${bar.jobId}`);
      });
    const file = String(options.out ?? `${job.job_id}.mp4`);
    await save(job.video ?? '', file, invocation);
    print({ ...job, file }, () => [
      `saved ${file}`,
      terminalLine(`title  ${job.title ?? ''}`),
      terminalLine(`tags   ${job.tags.join(', ')}`),
    ]);
    return undefined;
  },
};

function describePreview(preview: VideoPreview): string[] {
  const { preview_id, title, answers_topic, claim, scenes, notes, length_s, price_usd } = preview;
  const verdict = { true: 'answers the topic', false: 'no source covers the topic' }[String(answers_topic)];
  return [
    terminalLine(
      `${title} (${length_s} s): ${verdict ?? 'about the subject; whether it answers is not known'}`,
    ),
    ...(claim ? [terminalLine(`claim  ${claim.sentence} [${claim.url ?? claim.source}]`)] : []),
    ...scenes.flatMap(({ text, still }, scene) => [
      terminalLine(`${scene}  ${text}`),
      terminalLine(`   ${still}`),
    ]),
    ...notes.map((each) => terminalLine(`note   ${each}`)),
    `render it with: kith video --from ${preview_id} (free for the first of a key, then ${price_usd} USD)`,
  ];
}

/** The server validates every value, and explains a refusal. */
async function videoInput(topic: string, options: Invocation['options']): Promise<CreateVideoInput> {
  const { voice, format, style, from } = options;
  if ((topic === '') === (from === undefined)) throw new WrongUsage('name a topic, or a preview with --from');
  const length_s = optionalNumber(options.length, '--length');
  const edits = options.edits === undefined ? undefined : readEdits(await readText(options.edits));
  const [script, facts] = await Promise.all([
    options.script === undefined ? undefined : readText(options.script),
    options.facts === undefined ? undefined : readText(options.facts),
  ]);
  const fields = Object.entries({
    ...{ topic: topic === '' ? undefined : topic, from, edits, voice, length_s, format, style, script },
    facts: facts === undefined ? undefined : [facts],
    narration: options.silent ? false : undefined,
  });
  return { ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)) };
}

function readEdits(text: string): CreateVideoInput['edits'] {
  try {
    return JSON.parse(text);
  } catch {
    throw new WrongUsage('--edits must name a file with a JSON list: [{"scene": 2, "text": "…"}]');
  }
}

async function readText(file: unknown): Promise<string> {
  return readFile(String(file), 'utf8').catch((error: Error) => {
    throw new WrongUsage(`${String(file)} cannot be read: ${error.message}`);
  });
}

const attempts = 4;

/** Written under a temporary name until it is complete, so that a file of that name is always a complete video. */
async function save(url: string, file: string, { signal }: Invocation): Promise<void> {
  const part = `${file}.part`;
  for (let attempt = 1; ; attempt++) {
    try {
      await download(url, part, signal);
      return await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      // A disk error would repeat; a lost connection may come back.
      const isLost = !(error instanceof KithError) && (error as NodeJS.ErrnoException).syscall === undefined;
      if (!isLost || attempt === attempts || signal.aborted) throw error;
      await sleep(attempt * 1_000, undefined, { signal });
    }
  }
}

async function download(url: string, part: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) {
    throw new KithError(`the video at ${url} returned ${response.status}`, {
      code: 'video_not_served',
      status: response.status,
      hint: 'Try again later: the address stays.',
    });
  }
  // biome-ignore lint/suspicious/noExplicitAny: the two declarations of a web stream, of the library and of Node, differ in name alone
  await pipeline(Readable.fromWeb(response.body as any), createWriteStream(part), { signal });
}

/**
 * Progress on standard error, because standard output holds only the response. One updating line on a terminal,
 * otherwise a line per tenth.
 */
class ProgressBar {
  #stage = '';
  /** The share at the last printed line, if each is printed separately. */
  #printedShare = 0;
  /** Known once the video is ordered. */
  jobId: string | undefined;

  show({ job_id, status, stage, progress }: Video): void {
    this.jobId = job_id;
    const now = status === 'queued' ? status : stage;
    const share = Math.max(0, Math.min(1, progress));
    if (process.stderr.isTTY) {
      const full = Math.round(share * barWidth);
      const bar = `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`;
      process.stderr.write(`\r${bar} ${String(Math.round(share * 100)).padStart(3)} %  ${now.padEnd(10)}`);
    } else if (now !== this.#stage || share >= this.#printedShare + 0.1) {
      process.stderr.write(`${Math.round(share * 100)} % ${now}\n`);
      this.#printedShare = share;
    }
    this.#stage = now;
  }

  end(): void {
    if (process.stderr.isTTY && this.#stage !== '') process.stderr.write('\n');
  }
}
