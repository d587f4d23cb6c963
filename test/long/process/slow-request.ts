import { request } from 'node:http';

export interface SlowRequest {
  /** Sends the rest of the body and returns the response. */
  finish(): Promise<{ status: number; json: Record<string, unknown> }>;
  abandon(): void;
}

/** A POST of which the server has seen the headers and half the body. */
export async function halfSent(url: string, body: object): Promise<SlowRequest> {
  const text = JSON.stringify(body);
  const half = Math.floor(text.length / 2);
  const sent = request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      // The server's "100 Continue" shows that it has begun with this request.
      expect: '100-continue',
    },
  });
  const answer = new Promise<{ status: number; json: Record<string, unknown> }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode ?? 0, json: JSON.parse(Buffer.concat(chunks).toString()) });
    });
  });
  answer.catch(() => {});
  sent.flushHeaders();
  await new Promise((resolve) => sent.on('continue', resolve));
  sent.write(text.slice(0, half));
  return {
    finish: () => {
      sent.end(text.slice(half));
      return answer;
    },
    abandon: () => sent.destroy(),
  };
}
