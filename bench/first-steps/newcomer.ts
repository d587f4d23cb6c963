import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../..');
const runFile = promisify(execFile);
const maxBuffer = 64 * 1024 ** 2;

/** A user with a clean machine: its own checkout, home directory and npm cache. */
export class Newcomer {
  readonly #checkout: string;
  readonly #env: Record<string, string>;
  #server: ChildProcess | undefined;
  #urls: { city: string; utility: string } | undefined;

  constructor(dir: string) {
    this.#checkout = path.join(dir, 'kith');
    const home = path.join(dir, 'home');
    mkdirSync(home);
    const outside = (process.env.PATH ?? '').split(':').filter((each) => !each.includes('node_modules'));
    this.#env = {
      PATH: outside.join(':'),
      HOME: home,
      npm_config_cache: path.join(dir, 'npm-cache'),
      // The npm registry settings belong to this machine.
      npm_config_userconfig: process.env.npm_config_userconfig ?? path.join(os.homedir(), '.npmrc'),
      ...(process.env.npm_config_registry && { npm_config_registry: process.env.npm_config_registry }),
    };
  }

  async clone(): Promise<void> {
    await runFile('git', ['clone', '--quiet', root, this.#checkout]);
  }

  install(): Promise<string> {
    return this.npm('ci');
  }

  async npm(...args: string[]): Promise<string> {
    const { stdout } = await runFile('npm', args, { cwd: this.#checkout, env: this.#env, maxBuffer });
    return stdout;
  }

  /** With ports that are free here, and webhooks to this machine allowed, as the guide to watches describes. */
  async start(): Promise<void> {
    const env = {
      ...this.#env,
      KITH_CITY_PORT: '0',
      KITH_UTILITY_PORT: '0',
      KITH_OUTBOUND_ALLOW: '127.0.0.1/32',
    };
    const child = spawn('npm', ['start'], {
      cwd: this.#checkout,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    this.#server = child;
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk;
      if (/^ {2}data /m.test(printed)) child.emit('up');
    });
    const ended = once(child, 'exit').then(([code]) =>
      assert.fail(`npm start ended with ${code}: ${printed}`),
    );
    await Promise.race([once(child, 'up'), ended]);
    ended.catch(() => {});
    const urlOf = (name: string) =>
      new RegExp(`^ {2}${name} +(http\\S+)$`, 'm').exec(printed)?.[1] ??
      assert.fail(`no ${name}: ${printed}`);
    this.#urls = { city: urlOf('city'), utility: urlOf('utility API') };
  }

  async kith(...args: string[]): Promise<string> {
    const { stdout } = await runFile('npx', ['kith', ...args], {
      cwd: this.#checkout,
      env: this.#clientEnv(),
      maxBuffer,
    });
    return stdout;
  }

  async paidJob(poster: string, worker: string): Promise<void> {
    const post = ['post', 'Count the words', 'How many words are in the README?', '--price', '10'];
    const { id } = JSON.parse(await this.kith(...post, '--as', poster, '--json')) as { id: number };
    await this.kith('take', String(id), '--as', worker);
    await this.kith('submit', String(id), 'It has 712 words.', '--as', worker);
    await this.kith('approve', String(id), worker, '--as', poster);
  }

  async watchWithWebhook(owner: string): Promise<void> {
    const port = await freePort();
    const listener = spawn('npx', ['kith', 'listen', '--port', String(port), '--count', '1'], {
      cwd: this.#checkout,
      env: this.#clientEnv(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const received = once(listener, 'exit');
    await once(listener.stderr, 'data');
    const target = `${this.#clientEnv().KITH_CITY_URL}/docs`;
    const add = ['watch', 'add', 'page', target, '--notify', `http://127.0.0.1:${port}/`];
    const { watch_id } = JSON.parse(await this.kith(...add, '--as', owner, '--json')) as { watch_id: string };
    await this.kith('watch', 'test', watch_id, '--as', owner);
    assert.deepEqual((await received)[0], 0, 'the webhook was received');
  }

  async mcpCall(): Promise<void> {
    const response = await fetch(`${this.#clientEnv().KITH_BASE_URL}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'call_skill',
          arguments: { skill: 'text-entities', params: { text: 'mail ada@example.org' }, free: true },
        },
      }),
    });
    const answer = await response.text();
    assert.ok(response.ok && answer.includes('ada@example.org'), answer);
  }

  async stop(): Promise<void> {
    const child = this.#server;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    // The whole process group, as a terminal does on Ctrl-C.
    process.kill(-child.pid, 'SIGINT');
    await ended;
  }

  #clientEnv(): Record<string, string> {
    const { city, utility } = this.#urls ?? assert.fail('kith is not started');
    return { ...this.#env, KITH_CITY_URL: city, KITH_BASE_URL: utility };
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : assert.fail('no port');
}
