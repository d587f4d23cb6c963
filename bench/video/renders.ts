import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { readConfig } from '../../src/app/settings.ts';
import { HttpConnection } from '../http-connection.ts';
import { rawRequest } from '../load.ts';
import { Latencies, type Measurement } from '../measurement.ts';
import { startPostgres } from '../postgres.ts';
import { progress } from '../rounds.ts';
import { type Server, startServer } from '../server.ts';
import { printTable, verdict } from '../table.ts';

/** How much slower a response may be while a video is rendered, at the 99th percentile. */
const maxSlowdown = 2;
const everyMs = 10;
const warmUp_s = 5;

/**
 * One video through the real server with the real voice, and cheap calls to both services at the same time, at the same
 * rate as before it.
 */
export async function renders({ topic, seconds }: { topic: string; seconds: number }): Promise<void> {
  const postgres = await startPostgres();
  try {
    const voices = await freshVoices(path.join(postgres.dir, 'voices'));
    const server = await startServer({
      database: await postgres.withSchema('kith_bench_video'),
      dir: postgres.dir,
      logLevel: 'info',
      profileDir: '',
      env: {
        KITH_DATA_DIR: path.join(postgres.dir, 'data'),
        KITH_VOICE_DIR: voices,
        KITH_ENCYCLOPAEDIA_URL: '',
      },
    });
    try {
      await callDuring(server, topic, seconds);
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.stop();
  }
}

/** The voice weights installed on this machine, and an empty cache of spoken sentences. */
async function freshVoices(dir: string): Promise<string> {
  const { voiceDir } = readConfig({});
  await mkdir(dir);
  const found = await readdir(voiceDir).catch(() => []);
  for (const file of found.filter((name) => /\.(?:bin|onnx)$/.test(name)))
    await symlink(path.join(voiceDir, file), path.join(dir, file));
  return dir;
}

interface Job {
  readonly status: string;
  readonly stage: string;
  readonly error: string | null;
  readonly duration_s: number;
  readonly voice_engine: string;
}

async function callDuring({ city, utility }: Server, topic: string, seconds: number): Promise<void> {
  const asked = async <T>(method: 'GET' | 'POST', route: string, body?: object, key = ''): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(key && { 'x-ally-key': key }) };
    const { statusCode, body: answer } = await request(`${utility}${route}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    const text = await answer.text();
    if (statusCode >= 300) throw new Error(`${method} ${route}: ${statusCode} ${text}`);
    return JSON.parse(text) as T;
  };
  const { key } = await asked<{ key: string }>('POST', '/ally/register', { agent: 'bench' });
  const callers = await Promise.all([
    Caller.open(city, '/healthz'),
    Caller.open(city, '/api/rooms'),
    Caller.open(utility, '/skills'),
  ]);
  await Promise.all(callers.map((caller) => caller.during(sleep(warmUp_s * 1000))));
  progress('no render');
  const idle = await Promise.all(callers.map((caller) => caller.during(sleep(seconds * 1000))));

  const startedAt = performance.now();
  const { job_id } = await asked<{ job_id: string }>('POST', '/video', { topic, voice: 'af_heart' }, key);
  const reached = new Map<string, number>();
  let job: Job | undefined;
  const made = (async () => {
    for (;;) {
      job = await asked<Job>('GET', `/video/${job_id}`, undefined, key);
      if (!reached.has(job.stage)) reached.set(job.stage, performance.now() - startedAt);
      if (job.status === 'failed') throw new Error(job.error ?? 'the video failed');
      if (job.status === 'done') return;
      progress(`during a render: ${job.stage}`);
      await sleep(100);
    }
  })();
  const rendering = await Promise.all(callers.map((caller) => caller.during(made)));
  const total_s = (performance.now() - startedAt) / 1000;
  progress('');
  for (const caller of callers) caller.close();

  const stages = [...reached].map(
    ([stage, at], i) => [stage, (([...reached][i + 1]?.[1] ?? total_s * 1000) - at) / 1000] as const,
  );
  printTable(
    `A video of ${job!.duration_s.toFixed(1)} s through the server, voice ${job!.voice_engine}`,
    ['what', 'seconds', 'share'],
    [...stages.map(([stage, s]) => [stage, s, s / total_s]), ['all of it', total_s, 1]],
  );
  const worst = Math.max(...callers.map((_, i) => rendering[i]!.p99_ms! / idle[i]!.p99_ms!));
  printTable(
    `Calls during it, one of each every ${everyMs} ms`,
    ['what', 'idle p50 ms', 'idle p99', 'rendering p50 ms', 'rendering p99', 'p99 times'],
    callers.map(({ name }, i) => {
      const [before, during] = [idle[i]!, rendering[i]!];
      return [
        name,
        before.p50_ms,
        before.p99_ms,
        during.p50_ms,
        during.p99_ms,
        during.p99_ms! / before.p99_ms!,
      ];
    }),
  );
  console.log(`at most ${maxSlowdown} times the idle p99: ${verdict(maxSlowdown / worst, 1)}`);
}

/** One connection that sends the same request at every tick, and skips ticks while a response is late. */
class Caller {
  readonly name: string;
  readonly #connection: HttpConnection;
  readonly #request: string;

  private constructor(name: string, connection: HttpConnection, text: string) {
    this.name = name;
    this.#connection = connection;
    this.#request = text;
  }

  static async open(origin: string, route: string): Promise<Caller> {
    return new Caller(`GET ${route}`, await HttpConnection.open(new URL(origin)), rawRequest('GET', route));
  }

  async during(what: Promise<unknown>): Promise<Measurement> {
    const latencies = new Latencies(1_000_000);
    const start = performance.now();
    let over = false;
    const end = what.finally(() => {
      over = true;
    });
    for (let due = start; !over; ) {
      due = Math.max(due + everyMs, performance.now());
      await sleep(Math.max(0, due - performance.now()));
      const startedAt = performance.now();
      const status = await this.#connection.send(this.#request);
      if (status !== 200) throw new Error(`${this.name}: ${status}`);
      latencies.add(performance.now() - startedAt);
    }
    await end;
    return latencies.summarize((performance.now() - start) / 1000);
  }

  close(): void {
    this.#connection.close();
  }
}
