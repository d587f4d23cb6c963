import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { version } from '../../../src/version.ts';
import { startApp } from '../../harness/app.ts';
import { exchanged, type Recorded, shapeOf } from './exchange.ts';
import { operationsOf } from './operations.ts';
import { scenario } from './scenario.ts';

/** Records the exchanges of this release: `npm run record`, once per release. */
const app = await startApp(undefined, { env: { KITH_TRUST_PROXY: '127.0.0.1' } });
const requests: Recorded[] = [];
for await (const { request, answer } of exchanged(app, scenario))
  requests.push({ ...request, status: answer.status, shape: shapeOf(answer.json ?? null) });
const operations = { city: await operationsOf(app.city), utility: await operationsOf(app.utility) };
await app.stop();
const file = path.join(import.meta.dirname, 'recorded.json');
await writeFile(file, `${JSON.stringify({ version, requests }, null, 1)}\n`);
await writeFile(
  path.join(import.meta.dirname, 'operations.json'),
  `${JSON.stringify(operations, null, 1)}\n`,
);
process.stdout.write(
  `${requests.map(({ status, method, path: at }) => `${status} ${method} ${at}`).join('\n')}\n`,
);
