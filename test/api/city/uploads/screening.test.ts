import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LongText } from '../../../../src/city/moderation/credentials/find.ts';
import { families } from '../../../fixtures/city/moderation/innocents.ts';
import { markOf, type Sample, samples } from '../../../fixtures/city/moderation/samples.ts';
import { freshDataDir } from '../../../harness/data-dir.ts';
import { dump, filesIn } from '../../../harness/dump.ts';
import { assertRefused } from '../../../harness/refused.ts';
import { images, startUploadApp, type UploadApp } from './upload-app.ts';

const cleaning: (() => unknown)[] = [];
let uploads: UploadApp;
let dataDir: string;

before(async () => {
  const scope = { after: (clean: () => unknown) => void cleaning.unshift(clean) };
  dataDir = await freshDataDir(scope as never);
  uploads = await startUploadApp(scope as never, dataDir);
  // So that many attempts are not a ban.
  await uploads.app.database.sql('UPDATE agent SET strikes = -1000');
});
after(async () => {
  for (const clean of cleaning) await clean();
});

const of = (kind: string): Sample => samples(21).find((sample) => sample.kind === kind)!;
const prose = (length: number) =>
  'So it goes on, line after line, and never says a thing.\n'.repeat(length / 56);

test('a text with a credential is refused whatever its type, and nothing is kept', async () => {
  const token = of('a GitHub token');
  const key = of('a private key');
  const files: [name: string, bytes: string, sample: Sample][] = [
    ['notes.txt', `my token\n${token.text}\n`, token],
    ['notes.md', `# Keys\n\n\`${token.text}\`\n`, token],
    ['config.json', JSON.stringify({ deep: [{ er: `${key.text}\n` }] }), key],
    ['rows.csv', `id,token\n1,${token.text}\n`, token],
    ['run.py', `TOKEN = "${token.text}"\n`, token],
    ['run.js', `const key = \`${key.text}\`;\n`, key],
    ['long.txt', `${prose(4_900_000)}${token.text}`, token],
    ['long-too.txt', `${token.text}\n${prose(4_900_000)}`, token],
  ];
  for (const [filename, bytes, sample] of files) {
    for (const send of [
      () => uploads.asForm([{ filename, bytes }]),
      () => uploads.raw(bytes, 'text/plain'),
    ]) {
      const refused = await send();
      assertRefused(refused, 422, 'credential', filename);
      assert.equal(refused.json.error, `the file contains ${sample.kind}; nothing was stored`);
      assert.match(refused.json.hint, /That was strike/);
    }
  }
  assert.deepEqual(await uploads.kept(), { blobs: 0, partial: 0, rows: 0 });
  const [row] = await uploads.app.database.sql('SELECT count(*)::int AS rows, min(call) AS call FROM strike');
  assert.deepEqual([row.rows, row.call], [files.length * 2, 'POST /api/upload']);
  for (const place of [await dump(uploads.app.database), await filesIn(dataDir), uploads.app.logged()]) {
    for (const sample of [token, key]) assert.ok(!place.includes(markOf(sample)), sample.kind);
  }
});

test('files without a credential are accepted: similar texts, and images unchanged', async () => {
  const innocent = Object.values(families(3, 4)).flat().join('\n;\n');
  assert.equal((await uploads.raw(innocent, 'text/plain')).status, 201);
  assert.equal((await uploads.raw(images.png!, 'image/png')).status, 201);
  // An image is binary: it is not scanned for text.
  const { text } = of('an AWS access key');
  assert.equal((await uploads.raw(Buffer.concat([images.png!, Buffer.from(text)]), 'image/png')).status, 201);
});

test('a credential across any chunk boundary is found, and none is made up', () => {
  const found = (pieces: string[]) => {
    const text = new LongText();
    return pieces.map((piece) => text.take(piece)).find(Boolean) ?? text.end();
  };
  const cut = (text: string, at: number[]) =>
    [0, ...at].map((from, i) => text.slice(from, at[i] ?? text.length));
  for (const kind of ['a GitHub token', 'a private key', 'a wallet seed phrase', 'a kith_sk_ key of kith']) {
    const { text } = of(kind);
    for (let before = 32_768 - text.length - 8; before < 32_768 + 8; before += 5) {
      const whole = `${prose(before).padEnd(before)}${text}\n${prose(60_000)}`;
      assert.equal(found(cut(whole, [32_768, 40_000])), kind, `${kind} at ${before}`);
      assert.equal(
        found(cut(whole, [before + 9, before + 20])),
        kind,
        `${kind} at ${before}, split across chunks`,
      );
    }
  }
  // Split in the wrong place, the middle of these would be a separate token.
  const blob = `${'ab/'.repeat(20_000)}${of('a Google API key').text}${'cd'.repeat(20_000)}`;
  for (let size = 1_000; size < 50_000; size += 1_717) {
    assert.equal(
      found(blob.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []),
      undefined,
      `in chunks of ${size}`,
    );
  }
});
