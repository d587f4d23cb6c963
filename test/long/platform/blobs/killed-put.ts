import { openBlobStore } from '../../../../src/platform/blobs/open.ts';

/** The process that is killed during a put. Reports its progress on standard output. */
const [settings = '', scenario = ''] = process.argv.slice(2);
const store = await openBlobStore(JSON.parse(settings));
const options = { contentType: 'video/mp4', maxBytes: 30_000_000 };

async function* stalling(): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(300_000, 1);
  yield Buffer.alloc(300_000, 2);
  console.log('half');
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}

await store.put('acknowledged', Buffer.from('kept'), options);
console.log('acknowledged');
if (scenario === 'arriving') await store.put('killed', stalling(), options);
if (scenario === 'uploading') await store.put('killed', Buffer.alloc(17_000_000), options);
