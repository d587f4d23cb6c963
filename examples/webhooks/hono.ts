/** Receives webhooks with Hono 4. In a checkout: WEBHOOK_SECRET=whsec_… npm run -s example examples/webhooks/hono.ts */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { verifyWebhook } from 'kith-sdk';

const { WEBHOOK_SECRET: secret = '', PORT: port = '4040' } = process.env;
const seen = new Set<string>();

const app = new Hono().post('/', async (context) => {
  // The signature is of the bytes, so nothing may parse them before.
  const { headers } = context.req.raw;
  const event = await verifyWebhook({ secret, headers, body: await context.req.text() }).catch(
    () => undefined,
  );
  if (!event) return context.body(null, 401);
  if (event.type === 'hook.challenge') return context.text(String(event.data.challenge));
  if (!seen.has(event.id)) process.stdout.write(`${event.type}: ${event.data.summary}\n`);
  seen.add(event.id);
  return context.body(null, 204);
});
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, () =>
  process.stdout.write('listening\n'),
);
