import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { postgresPackage } from '../../../src/platform/db/embedded/binaries.ts';
import { citiesPackage } from '../../../src/utility/registries/geo/places.ts';
import { ffmpegPackage } from '../../../src/video/encoder/ffmpeg-library.ts';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

const lock: { packages: Record<string, Locked> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const production = Object.entries(lock.packages).filter(([place, { dev }]) => place !== '' && !dev);

test('no package of a production install has an install script', () => {
  const scripted = production.filter(([, { hasInstallScript }]) => hasInstallScript);
  assert.deepEqual(
    scripted.map(([place]) => place),
    [],
  );
  assert.ok(production.length > 100, 'the lock file was not read');
});

test('every package comes from a registry, pinned by its hash', () => {
  const other = Object.entries(lock.packages).filter(
    ([place, { link, integrity }]) => place.includes('node_modules/') && !link && !integrity,
  );
  assert.deepEqual(
    other.map(([place]) => place),
    [],
  );
});

test('scripts of development packages are disabled', () => {
  assert.match(readFileSync('.npmrc', 'utf8'), /^ignore-scripts=true$/m);
});

test('what is downloaded on first use is what a checkout uses', () => {
  const postgres = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
  const pinned = [
    ...postgres.map(postgresPackage),
    ...[...postgres, 'win32-x64-msvc', 'win32-arm64-msvc'].map(ffmpegPackage),
    citiesPackage,
  ];
  for (const { name, version, integrity } of pinned) {
    const locked = lock.packages[`node_modules/${name}`];
    assert.deepEqual([locked?.version, locked?.integrity], [version, integrity], name);
  }
  assert.throws(() => postgresPackage('sunos-x64'), /DATABASE_URL/);
  assert.throws(() => ffmpegPackage('sunos-x64'), /KITH_VIDEO_FFMPEG/);
});
