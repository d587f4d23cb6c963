import type { Worker } from 'node:cluster';
import { AggregatorRegistry, Registry } from 'prom-client';
import type { Metrics } from '../metrics.ts';
import { isMessage, type ToChild, type ToParent } from './children.ts';

/** A child that does not reply in time is left out; the next scrape includes it again. */
const responseTimeoutMs = 3_000;

/** The metrics of all children as one text. */
export class SharedMetrics {
  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;
  readonly #children: () => readonly Worker[];
  #lastRequestId = 0;

  constructor(children: () => readonly Worker[]) {
    this.#children = children;
  }

  async text(): Promise<string> {
    const id = ++this.#lastRequestId;
    const answers = await Promise.all(this.#children().map((child) => requestMetrics(child, id)));
    return AggregatorRegistry.aggregate(answers.filter((each) => each !== undefined)).metrics();
  }
}

/** In a child: sends its own metrics to the parent whenever it asks. */
export function shareMetrics(metrics: Metrics): void {
  process.on('message', (message: unknown) => {
    if (!isMessage<ToChild>(message)) return;
    const { id } = message;
    void metrics.ownObjects().then((own) => sendToParent({ kind: 'own metrics', id, metrics: own }));
  });
}

/** In a child: sends a message to the parent. */
export function sendToParent(message: ToParent): void {
  if (process.connected) process.send?.(message);
}

function requestMetrics(child: Worker, id: number): Promise<object[] | undefined> {
  const { promise, resolve } = Promise.withResolvers<object[] | undefined>();
  const onMessage = (message: unknown) => {
    if (isMessage<ToParent>(message) && message.kind === 'own metrics' && message.id === id)
      resolve(message.metrics);
  };
  child.on('message', onMessage);
  const timer = setTimeout(resolve, responseTimeoutMs, undefined);
  send(child, { kind: 'own metrics wanted', id });
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', onMessage);
  });
}

/** A child that has just exited cannot receive messages. */
function send(child: Worker, message: ToChild): void {
  if (child.isConnected()) child.send(message);
}
