import type { TestContext } from 'node:test';
import type { Answer, CallOptions, Client } from '../../harness/client.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { type KithProcess, onDatabase, spawnKith } from '../../harness/process.ts';

/** Several servers on one database, any of which may be down for a while. */
export class Cluster {
  readonly #test: TestContext;
  readonly #env: Record<string, string>;
  readonly #servers: (KithProcess | undefined)[] = [];
  #turn = 0;
  #over = false;
  kills = 0;

  private constructor(test: TestContext, env: Record<string, string>) {
    this.#test = test;
    // Callers still running after one has failed must not call stopped servers forever.
    test.after(() => {
      this.#over = true;
    });
    this.#env = env;
  }

  static async start(test: TestContext, database: TestDatabase, count: number): Promise<Cluster> {
    const cluster = new Cluster(test, {
      ...onDatabase(database),
      KITH_TRUST_PROXY: '127.0.0.1',
      KITH_LOG_LEVEL: 'warn',
      KITH_ROLES: 'city,worker',
    });
    await Promise.all(Array.from({ length: count }, (_, i) => cluster.#start(i)));
    return cluster;
  }

  async #start(i: number): Promise<void> {
    this.#servers[i] = await spawnKith(this.#test, this.#env);
  }

  /** A running server; a different one every time. */
  get city(): Client {
    const up = this.#servers.flatMap((server) => server ?? []);
    return up[this.#turn++ % up.length]!.city;
  }

  /** Kills one with SIGKILL, and starts a replacement. */
  async replace(i: number): Promise<void> {
    const server = this.#servers[i];
    this.#servers[i] = undefined;
    await server?.kill('SIGKILL');
    this.kills++;
    await this.#start(i);
  }

  /** One call to one server: its response, or its failure. `lost` may have had its effect; `unsent` cannot. */
  async call(method: string, path: string, options: CallOptions): Promise<Answer | 'lost' | 'unsent'> {
    if (this.#over) throw new Error('the test is over');
    try {
      const answer = await this.city.call(method, path, options);
      return answer.status === 503 ? 'lost' : answer;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'ECONNREFUSED') return 'unsent';
      if (/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code)) return 'lost';
      throw error;
    }
  }
}
