import type { OnReplica, Reader } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/bus.ts';
import { newestSeq, readPublicEvents, type StreamFrame } from './event-record.ts';
import { changedTopic, sealedTopic } from './public-event.ts';

/** Small enough that a client that keeps up drains one page before the next is read. */
const pageSize = 200;
/** Cached frames, so that a spectator that has caught up can switch to live delivery. */
const maxCached = 500;
const maxCachedBytes = 262_144;
/** Polling interval, because bus messages of another process can be lost. */
const pollMs = 2_000;

/** Reads new public events once for all spectators of this process, on notification and periodically. */
export class Tail {
  readonly #read: Reader;
  readonly #onReplica: OnReplica;
  readonly #onFrames: (frames: readonly StreamFrame[], tail: Tail) => void;
  readonly #onError: (error: unknown) => void;
  readonly #unsubscribe: (() => void)[];
  readonly #timer: NodeJS.Timeout;
  #recent: StreamFrame[] = [];
  #recentBytes = 0;
  /** Cached frames start after this seq. */
  #from: number;
  /** Newest seq read so far. */
  #seq: number;
  #reading: Promise<void> | undefined;
  #readAgain = false;
  #stopped = false;

  private constructor(
    deps: { read: Reader; onReplica: OnReplica; bus: EventBus; onError: (error: unknown) => void },
    seq: number,
    onFrames: (frames: readonly StreamFrame[], tail: Tail) => void,
  ) {
    this.#read = deps.read;
    this.#onReplica = deps.onReplica;
    this.#onError = deps.onError;
    this.#onFrames = onFrames;
    this.#from = this.#seq = seq;
    const readNew = () => this.#readNew();
    this.#unsubscribe = [
      deps.bus.subscribe(sealedTopic, readNew),
      deps.bus.subscribe(changedTopic, () => this.#clearCache()),
      deps.bus.onGap(readNew),
    ];
    this.#timer = setInterval(readNew, pollMs);
    // Finds events sealed between reading the head and the start of the subscription.
    void Promise.resolve(deps.bus.whenListening(sealedTopic)).then(readNew);
  }

  static async open(
    deps: { read: Reader; onReplica: OnReplica; bus: EventBus; onError: (error: unknown) => void },
    onFrames: (frames: readonly StreamFrame[], tail: Tail) => void,
  ): Promise<Tail> {
    return new Tail(deps, await newestSeq(deps.read), onFrames);
  }

  get seq(): number {
    return this.#seq;
  }

  /** Frames after a seq; undefined if that is older than the cache. */
  after(seq: number): StreamFrame[] | undefined {
    if (this.#from > seq) return undefined;
    return this.#recent.filter((frame) => frame.seq > seq);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    await this.#reading;
  }

  /** One read at a time; a notification during a read triggers another. */
  #readNew(): void {
    this.#readAgain = true;
    this.#reading ??= this.#readUntilDone().finally(() => {
      this.#reading = undefined;
    });
  }

  async #readUntilDone(): Promise<void> {
    while (this.#readAgain && !this.#stopped) {
      this.#readAgain = false;
      await this.#readPage().catch(this.#onError);
    }
  }

  async #readPage(): Promise<void> {
    const { frames, end } = await this.#onReplica(() => readPublicEvents(this.#read, this.#seq, pageSize));
    if (this.#stopped) return;
    this.#seq = end;
    if (frames.length === pageSize) this.#readAgain = true;
    if (frames.length > 0) {
      this.#addToCache(frames);
      this.#onFrames(frames, this);
    }
  }

  /** Clears the cache, which may contain deleted text; spectators that are behind read the record instead. */
  #clearCache(): void {
    this.#recent = [];
    this.#recentBytes = 0;
    this.#from = this.#seq;
  }

  #addToCache(frames: readonly StreamFrame[]): void {
    for (const frame of frames) {
      this.#recent.push(frame);
      this.#recentBytes += frame.bytes.length;
    }
    let excess = 0;
    for (const { seq, bytes } of this.#recent) {
      if (this.#recent.length - excess <= maxCached && this.#recentBytes <= maxCachedBytes) break;
      this.#recentBytes -= bytes.length;
      this.#from = seq;
      excess++;
    }
    this.#recent.splice(0, excess);
  }
}
