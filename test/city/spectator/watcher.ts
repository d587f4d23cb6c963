import assert from 'node:assert/strict';
import { after } from 'node:test';
import { type ClientOptions, WebSocket } from 'ws';
import type { Client } from '../../harness/client.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into frames whose shape is what it tests
export type Frame = any;

export interface Refused {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly text: string;
  readonly json: Frame;
}

const opened: WebSocket[] = [];
after(() => {
  for (const socket of opened) socket.terminate();
});

/** A spectator, as any program would connect. */
export class Watcher {
  readonly socket: WebSocket;
  readonly frames: Frame[] = [];
  readonly texts: string[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  #wake = () => {};

  constructor(socket: WebSocket) {
    this.socket = socket;
    opened.push(socket);
    socket.on('message', (data, isBinary) => {
      assert.equal(isBinary, false);
      this.texts.push(String(data));
      this.frames.push(JSON.parse(String(data)));
      this.#wake();
    });
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }));
    });
  }

  /** Frames after hello. */
  get events(): Frame[] {
    return this.frames.slice(1);
  }

  async until(look: (frames: Frame[]) => boolean, what = 'frames', patienceMs = 20_000): Promise<void> {
    const end = Date.now() + patienceMs;
    while (!look(this.frames)) {
      assert.ok(
        Date.now() < end,
        `still waiting for ${what}: ${this.texts.slice(-5).join(' ').slice(0, 500)}`,
      );
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 100);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  close(): void {
    this.socket.close();
  }
}

const addressOf = (city: Client, query: string) => `${city.url.replace('http', 'ws')}/ws${query}`;

/** Connects, and resolves once hello was received. */
export async function watch(city: Client, query = '', options: ClientOptions = {}): Promise<Watcher> {
  const watcher = new Watcher(new WebSocket(addressOf(city, query), options));
  await new Promise((resolve, reject) => {
    watcher.socket.once('open', resolve);
    watcher.socket.once('error', reject);
  });
  watcher.socket.on('error', () => {});
  await watcher.until((frames) => frames.length > 0, 'hello');
  assert.equal(watcher.frames[0].type, 'hello');
  return watcher;
}

/** Connects, and expects a refusal before the socket opens. */
export async function refused(city: Client, query: string, options: ClientOptions = {}): Promise<Refused> {
  const socket = new WebSocket(addressOf(city, query), options);
  return new Promise((resolve, reject) => {
    socket.on('open', () => reject(new Error(`${query} was not refused`)));
    socket.on('error', () => {});
    socket.on('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const headers = response.headers as Record<string, string | undefined>;
        resolve({ status: response.statusCode ?? 0, headers, text, json: JSON.parse(text) });
      });
    });
  });
}

export const tick = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
