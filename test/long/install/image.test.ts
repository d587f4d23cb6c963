import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import test from 'node:test';
import { freshDataDir } from '../../harness/data-dir.ts';
import { until } from '../../harness/until.ts';

const image = 'localhost/kith';
const run = (...args: string[]) => execFileSync('buildah', args, { encoding: 'utf8' }).trim();

function reasonToSkip(): string | false {
  if (process.getuid?.() !== 0) return 'only root may mount an image';
  if (spawnSync('buildah', ['inspect', image]).status !== 0)
    return `no ${image} here: npm run image builds it`;
  if (spawnSync('unshare', ['--mount', 'true']).status !== 0) return 'no mount namespaces here';
  return false;
}

/** What a container runtime does: a read-only root, a writable /data and /tmp, and a user without capabilities. */
const isolated = `set -e
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount -t tmpfs -o mode=755 dev "$1/dev"
for each in null zero random urandom; do touch "$1/dev/$each"; mount --bind "/dev/$each" "$1/dev/$each"; done
mkdir -m 1777 "$1/dev/shm"
mount -t tmpfs -o mode=1777 tmp "$1/tmp"
mount --bind "$2" "$1/data"
mount -o remount,bind,ro "$1"
root=$1; directory=$3; shift 3
exec chroot --userspec=1000:1000 "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$directory" "$@"`;

async function processIn(root: string): Promise<number | undefined> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [itsRoot, args] = await Promise.all([
      readlink(`/proc/${pid}/root`).catch(() => ''),
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    ]);
    if (itsRoot === root && args.startsWith('node\0')) return Number(pid);
  }
  return undefined;
}

test('the image serves read-only, as a user without capabilities, and stops on request', {
  skip: reasonToSkip(),
}, async (t) => {
  const container = run('from', image);
  t.after(() => run('rm', container));
  const root = run('mount', container);
  const { OCIv1 } = JSON.parse(run('inspect', container));
  const { Cmd, Env, WorkingDir, User } = OCIv1.config;
  assert.equal(User, 'node');
  const data = path.join(await freshDataDir(t), 'data');
  await mkdir(data, { mode: 0o700 });
  await chown(data, 1000, 1000);
  const settings = ['KITH_HOST=127.0.0.1', 'KITH_CITY_PORT=0', 'KITH_UTILITY_PORT=0', 'KITH_VIDEO_SAMPLES=0'];
  const own = Object.fromEntries([...Env, ...settings].map((each: string) => each.split(/=(.*)/s, 2)));
  const namespaces = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child'];
  const args = [...namespaces, 'sh', '-c', isolated, 'sh', root, data, WorkingDir, ...Cmd];
  const env = { ...own, PATH: `${own.PATH}:/usr/sbin:/sbin` };
  const child = spawn('unshare', args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const ended = once(child, 'exit');
  const url = () => /^ {2}city +(http\S+)$/m.exec(printed)?.[1];
  await until(() => url() !== undefined || child.exitCode !== null, 'it serves');
  assert.equal((await fetch(`${url()}/readyz`)).status, 200, printed);
  const pid = await processIn(root);
  assert.ok(pid);
  const [status, mounts] = [
    await readFile(`/proc/${pid}/status`, 'utf8'),
    await readFile(`/proc/${pid}/mountinfo`, 'utf8'),
  ];
  assert.match(status, /^Uid:\s1000\s/m);
  assert.match(status, /^CapEff:\s0+$/m);
  assert.match(mounts, / \/ \/ ro,/);
  process.kill(pid, 'SIGTERM');
  assert.deepEqual(await ended, [0, null], printed);
});
