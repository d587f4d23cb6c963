import { handleRequests } from './child.ts';
import { HttpConnection } from './http-connection.ts';
import { type LoadPlan, uniqueAddress, uniqueNumber } from './load.ts';
import { Latencies, type Measurement } from './measurement.ts';

const maxRequests = 5_000_000;
let used = 0;

async function run({ url, seconds, requests }: LoadPlan): Promise<Measurement> {
  const connections = await Promise.all(requests.map(() => HttpConnection.open(new URL(url))));
  const latencies = new Latencies(maxRequests);
  const start = performance.now();
  const end = start + seconds * 1000;
  let count = 0;

  const caller = async (connection: HttpConnection, texts: readonly string[]) => {
    const ready = texts.map(prepareRequest);
    let startedAt = performance.now();
    for (let i = 0; startedAt < end && count++ < maxRequests; i++) {
      const status = await connection.send(ready[i % ready.length]!());
      if (status >= 300) throw new Error(`refused: ${connection.refused}`);
      const now = performance.now();
      latencies.add(now - startedAt);
      startedAt = now;
    }
  };
  try {
    await Promise.all(connections.map((connection, i) => caller(connection, requests[i]!)));
    return latencies.summarize((performance.now() - start) / 1000);
  } finally {
    for (const connection of connections) connection.close();
  }
}

/** Most requests never change, so their bytes are built once. */
function prepareRequest(text: string): () => string | Buffer {
  if (!text.includes(uniqueNumber)) {
    const bytes = Buffer.from(text);
    return () => bytes;
  }
  return () => {
    const n = ++used;
    const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
    return text
      .replaceAll(uniqueNumber, String(n).padStart(uniqueNumber.length, '0'))
      .replaceAll(uniqueAddress, address);
  };
}

handleRequests(run);
