import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { Type } from 'typebox';
import { keyTypes, NoteError, type NoteSigner, noteSigner, parseVerifierKey } from '../ledger/proof/note.ts';
import { CheckpointWitness } from '../ledger/witness/add-checkpoint.ts';
import { WitnessedHeads } from '../ledger/witness/heads.ts';
import { witnessServer } from '../ledger/witness/server.ts';
import { BadSetting } from '../platform/config/setting.ts';
import { jsonDecoder, unreadable } from '../platform/decode.ts';
import { errorCode } from '../platform/error-fields.ts';
import { makeDir } from '../platform/make-dir.ts';
import { replaceFile } from '../platform/replace-file.ts';

export interface WitnessOptions {
  readonly dir: string;
  readonly host: string;
  readonly port: number;
  /** Keys of the witnessed logs. */
  readonly logs: readonly string[];
  /** Name of the witness's key; permanent after the first start. */
  readonly name: string | undefined;
}

/** Witnesses other cities' ledgers: one process, a directory, no database. Stops on SIGTERM or SIGINT. */
export async function witnessCommand(options: WitnessOptions): Promise<number> {
  const running = await startWitness(options);
  process.stdout.write(`witness ${running.vkey}\nlistens on ${running.url}\n`);
  for (const vkey of options.logs) process.stdout.write(`watches ${vkey}\n`);
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  await running.stop();
  return 0;
}

export async function startWitness(options: WitnessOptions): Promise<{
  readonly vkey: string;
  readonly url: string;
  stop(): Promise<void>;
}> {
  const dir = path.resolve(options.dir);
  await makeDir(dir, 0o700);
  const unlock = await lock(dir);
  try {
    const logs = options.logs.map((vkey) => readKey(vkey));
    const signer = await readOrCreateKey(dir, options.name);
    const heads = await WitnessedHeads.open(path.join(dir, 'heads'));
    const deciding = new CheckpointWitness({
      signer,
      logs,
      heads,
      now: Date.now,
      onConflict: (origin, file) =>
        process.stderr.write(`kith witness: FORK of ${origin}: both signed heads are in ${file}\n`),
    });
    const server = witnessServer({ witness: deciding, heads, vkey: signer.vkey });
    server.listen(options.port, options.host);
    await once(server, 'listening');
    const address = server.address();
    const port = address && typeof address === 'object' ? address.port : options.port;
    const stop = async () => {
      server.close();
      server.closeAllConnections();
      await unlock();
    };
    return { vkey: signer.vkey, url: `http://${options.host}:${port}`, stop };
  } catch (error) {
    await unlock();
    throw error;
  }
}

function readKey(vkey: string) {
  try {
    return parseVerifierKey(vkey);
  } catch (error) {
    if (error instanceof NoteError) throw new BadSetting(`--log ${vkey}: ${error.message}`);
    throw error;
  }
}

/** Two processes on one directory would cosign without knowledge of each other. */
async function lock(dir: string): Promise<() => Promise<void>> {
  const file = path.join(dir, 'lock');
  for (let attempt = 0; attempt < 2; attempt++) {
    const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (handle) {
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(file, { force: true });
    }
    const owner = Number(await readFile(file, 'utf8').catch(() => ''));
    if (owner > 0 && isAlive(owner))
      throw new BadSetting(
        `process ${owner} already runs a witness with ${dir}: only one process may use it`,
      );
    await rm(file, { force: true });
  }
  throw new BadSetting(`${dir} is being locked by another process`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

const decodeKey = jsonDecoder(
  Type.Object({ name: Type.String({ minLength: 1 }), seed: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
);

/** The key and its name never change: a cosignature is only worth as much as the history behind it. */
async function readOrCreateKey(dir: string, name: string | undefined): Promise<NoteSigner> {
  const file = path.join(dir, 'witness-key.json');
  const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (stored !== undefined) {
    const storedKey = decodeKey(stored);
    if (storedKey === unreadable) throw new BadSetting(`${file} is damaged: restore it from a backup`);
    const { name: kept, seed } = storedKey;
    if (name !== undefined && name !== kept)
      throw new BadSetting(`the witness of ${dir} is called ${kept}; its name cannot change`);
    return noteSigner(kept, Buffer.from(seed, 'hex'), keyTypes.witness);
  }
  const keyName = name ?? `${hostname()}/kith-witness`;
  const seed = randomBytes(32);
  const signer = noteSigner(keyName, seed, keyTypes.witness);
  await replaceFile(file, `${JSON.stringify({ name: keyName, seed: seed.toString('hex') })}\n`);
  return signer;
}
