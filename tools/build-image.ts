import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { PinnedPackage } from '../src/platform/npm/pack.ts';
import { unpackedPackage } from '../src/platform/npm/unpacked.ts';

/**
 * `npm run image`: builds the container image of the Dockerfile from the last commit, without Docker and without a
 * registry of images, with what Debian offers (`apt install buildah mmdebstrap`, as root). The base is made of Debian's
 * packages and of the Node that the tests run on. All times are those of
 * the commit. `--tag NAME` names it otherwise than localhost/kith.
 */
const { values } = parseArgs({
  options: {
    tag: { type: 'string', default: 'localhost/kith' },
  },
});
const root = path.join(import.meta.dirname, '..');
const say = (text: string) => process.stdout.write(`${text}\n`);
const work = mkdtempSync(path.join(tmpdir(), 'kith-image-'));
const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: committedAt() },
  }).trim();

function committedAt(): string {
  return execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();
}

/** The npm of the image, with which a server fetches the voices. */
const npm: PinnedPackage = {
  name: 'npm',
  version: '11.19.1',
  integrity:
    'sha512-ztsxKxt/kkIaAs+2i0GU6I+DRmUdrNasxTZKJe9TCdSjKxlhah/4r/hl5ygMD6XAg1qZ9c2TNomR4qgOydp10g==',
  bytes: 3002869,
};

/** Debian's essential packages, Node and npm, with the user that the Dockerfile names. */
async function buildBase(): Promise<string> {
  await unpackedPackage(npm, path.join(work, 'npm'), { keep: () => true });
  copyFileSync(process.execPath, path.join(work, 'node'));
  const tarball = path.join(work, 'base.tar');
  const hooks = [
    'echo node:x:1000:1000::/home/node:/bin/sh >> "$1/etc/passwd"',
    'echo node:x:1000: >> "$1/etc/group"',
    'mkdir -p "$1/usr/local/lib/node_modules" && install -d -o 1000 -g 1000 "$1/home/node"',
    `copy-in ${path.join(work, 'node')} /usr/local/bin`,
    `copy-in ${path.join(work, 'npm')} /usr/local/lib/node_modules`,
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"',
    'ln -s ../lib/node_modules/npm/bin/npx-cli.js "$1/usr/local/bin/npx"',
  ];
  run(
    'mmdebstrap',
    '--quiet',
    '--variant=essential',
    '--include=ca-certificates,libstdc++6',
    ...['doc', 'man', 'locale', 'info'].map((each) => `--dpkgopt=path-exclude=/usr/share/${each}/*`),
    ...hooks.map((hook) => `--customize-hook=${hook}`),
    'bookworm',
    tarball,
  );
  const container = run('buildah', 'from', 'scratch');
  run('buildah', 'add', '--quiet', container, tarball, '/');
  run('buildah', 'config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', container);
  const tag = `localhost/kith-base:node${process.versions.node}`;
  run('buildah', 'commit', '--quiet', '--rm', '--timestamp', committedAt(), container, tag);
  return tag;
}

/** The stages use npm as it is set up here: its registry, and the certificates that this machine trusts. */
function npmVolumes(): string[] {
  const settings = ['registry', 'cafile'].map((name) => [name, run('npm', 'config', 'get', name)] as const);
  const [file, known] = [path.join(work, 'npmrc'), settings.filter(([, value]) => value !== 'null')];
  writeFileSync(file, known.map(([name, value]) => `${name}=${value}\n`).join(''));
  const trusted = known.flatMap(([name, value]) => (name === 'cafile' ? [`${value}:${value}:ro`] : []));
  return [`${file}:/root/.npmrc:ro`, ...trusted].flatMap((volume) => ['--volume', volume]);
}

async function build(): Promise<void> {
  const base = await buildBase();
  say(`base ${base}`);
  const source = path.join(work, 'source');
  mkdirSync(source);
  const archive = path.join(work, 'source.tar');
  run('git', 'archive', '--output', archive, 'HEAD');
  run('tar', '-xf', archive, '-C', source);
  const iidfile = path.join(work, 'id');
  run(
    'buildah',
    'bud',
    '--quiet',
    '--format=docker',
    '--isolation=chroot',
    '--no-cache',
    `--build-arg=NODE_IMAGE=${base}`,
    `--timestamp=${committedAt()}`,
    `--iidfile=${iidfile}`,
    `--tag=${values.tag}`,
    ...npmVolumes(),
    source,
  );
  say(`${values.tag} ${readFileSync(iidfile, 'utf8')}`);
}

try {
  await build();
} finally {
  rmSync(work, { recursive: true, force: true });
}
