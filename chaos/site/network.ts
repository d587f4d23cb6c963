import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isAlive } from './os-processes.ts';
import { program } from './programs.ts';

const run = async (...args: string[]): Promise<string> => {
  const [program = '', ...rest] = args;
  return (await promisify(execFile)(program, rest)).stdout;
};

interface Place {
  readonly name: string;
  readonly netns: string;
  readonly address: string;
}

const prefix = 'kc';
const endMs = 5_000;
const delayProgram = fileURLToPath(new URL('./delay.py', import.meta.url));
/** What a machine drops of what arrives at it. */
const filter = 'table inet fault { chain arrives { type filter hook input priority 0; }; }';

/**
 * Machines with addresses of their own: network namespaces on one bridge, which the runner is on too. Faults are rules
 * for arriving packets in the namespaces; the runner's calls always arrive.
 */
export class Network {
  readonly machines: readonly Place[];
  /** The runner's own address. */
  readonly address: string;
  readonly #bridge: string;
  readonly #delays: ChildProcess[] = [];

  private constructor(bridge: string, net: string, names: readonly string[]) {
    this.#bridge = bridge;
    this.address = `${net}.254`;
    this.machines = names.map((name, n) => ({
      name,
      netns: `${bridge}-${name}`,
      address: `${net}.${n + 1}`,
    }));
  }

  static async open(names: readonly string[]): Promise<Network> {
    await removeStale();
    const network = new Network(`${prefix}${process.pid}`, `10.213.${process.pid % 250}`, names);
    try {
      await network.#create();
    } catch (error) {
      await network.close();
      throw error;
    }
    return network;
  }

  async #create(): Promise<void> {
    const bridge = this.#bridge;
    await run('ip', 'link', 'add', bridge, 'type', 'bridge');
    await run('ip', 'address', 'add', `${this.address}/24`, 'dev', bridge);
    await run('ip', 'link', 'set', bridge, 'up');
    for (const [n, { netns, address }] of this.machines.entries()) {
      const outside = this.#outside(n);
      await run('ip', 'netns', 'add', netns);
      await run('ip', 'link', 'add', outside, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', netns);
      await run('ip', 'link', 'set', outside, 'master', bridge, 'up');
      await run('ip', '-n', netns, 'address', 'add', `${address}/24`, 'dev', 'eth0');
      for (const device of ['lo', 'eth0']) await run('ip', '-n', netns, 'link', 'set', device, 'up');
      await this.#inside(netns, 'nft', filter);
    }
  }

  /** Nothing that one machine sends arrives at the other. */
  async cut(from: Place, to: Place): Promise<void> {
    await this.#drop(to, `ip saddr ${from.address}`);
  }

  async cutBoth(one: Place, other: Place): Promise<void> {
    await this.cut(one, other);
    await this.cut(other, one);
  }

  /** Of what the machines send to each other, this share arrives nowhere. */
  async lose(percent: number): Promise<void> {
    for (const { from, to } of this.#pairs())
      await this.#drop(to, `ip saddr ${from.address} numgen random mod 100 < ${percent}`);
  }

  /**
   * What one machine sends arrives at another after this time. The kernel's own delay (netem) is a module that many
   * hosts have not, so a program passes the packets on: half of the time where they leave, half where they arrive.
   */
  async delay(ms: number): Promise<void> {
    for (const n of this.machines.keys()) {
      const [inner, outer] = [`${this.#bridge}d${n}`, `${this.#bridge}e${n}`];
      await run('ip', 'link', 'add', inner, 'type', 'veth', 'peer', 'name', outer);
      await run('ip', 'link', 'set', inner, 'up');
      await run('ip', 'link', 'set', outer, 'master', this.#bridge, 'up');
      await run('ip', 'link', 'set', this.#outside(n), 'nomaster');
      const args = [delayProgram, String(ms / 2), this.#outside(n), inner];
      this.#delays.push(spawn(program('python3'), args, { stdio: ['ignore', 'ignore', 'inherit'] }));
    }
  }

  async #endDelay(): Promise<void> {
    for (const [n, delay] of this.#delays.splice(0).entries()) {
      if (delay.exitCode === null && delay.kill('SIGKILL')) await once(delay, 'exit');
      await run('ip', 'link', 'delete', `${this.#bridge}d${n}`);
      await run('ip', 'link', 'set', this.#outside(n), 'master', this.#bridge);
    }
  }

  #outside(n: number): string {
    return `${this.#bridge}v${n}`;
  }

  async heal(): Promise<void> {
    await this.#endDelay();
    for (const { netns } of this.machines) await this.#inside(netns, 'nft', 'flush chain inet fault arrives');
  }

  async pause(machine: Place): Promise<void> {
    await signalAll(machine.netns, 'SIGSTOP');
  }

  async resume(machine: Place): Promise<void> {
    await signalAll(machine.netns, 'SIGCONT');
  }

  others(machine: Place): Place[] {
    return this.machines.filter((each) => each !== machine);
  }

  async close(): Promise<void> {
    await this.#endDelay().catch(() => {});
    for (const { netns } of this.machines) await removeNamespace(netns);
    await run('ip', 'link', 'delete', this.#bridge).catch(() => {});
  }

  #pairs(): { from: Place; to: Place }[] {
    return this.machines.flatMap((from) => this.others(from).map((to) => ({ from, to })));
  }

  async #drop(machine: Place, packets: string): Promise<void> {
    await this.#inside(machine.netns, 'nft', `add rule inet fault arrives ${packets} drop`);
  }

  async #inside(netns: string, ...command: string[]): Promise<void> {
    await run('ip', 'netns', 'exec', netns, ...command);
  }
}

const pidsIn = async (netns: string): Promise<number[]> =>
  (await run('ip', 'netns', 'pids', netns)).split('\n').filter(Boolean).map(Number);

async function signalAll(netns: string, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await pidsIn(netns)) if (isAlive(pid)) process.kill(pid, signal);
}

/** Ends what still runs in it, and removes it. */
async function removeNamespace(netns: string): Promise<void> {
  try {
    for (const end = performance.now() + endMs; performance.now() < end; await sleep(100)) {
      if ((await pidsIn(netns)).length === 0) break;
      await signalAll(netns, 'SIGKILL');
    }
    await run('ip', 'netns', 'delete', netns);
  } catch {
    // It was never created.
  }
}

/** Removes what a runner that was killed has left. */
async function removeStale(): Promise<void> {
  const names = execFileSync('ip', ['netns', 'list'], { encoding: 'utf8' }).split(/\s+/);
  const stale = names.flatMap((name) => {
    const owner = /^kc(\d+)-/.exec(name)?.[1];
    return owner !== undefined && !isAlive(Number(owner)) ? [{ name, bridge: `${prefix}${owner}` }] : [];
  });
  for (const { name } of stale) await removeNamespace(name);
  for (const bridge of new Set(stale.map((each) => each.bridge)))
    await run('ip', 'link', 'delete', bridge).catch(() => {});
}
