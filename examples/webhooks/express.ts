/** Receives webhooks with Express 5. In a checkout: WEBHOOK_SECRET=whsec_… npm run -s example examples/webhooks/express.ts */
import express from 'express';
import { verifyWebhook } from 'kith-sdk';

const { WEBHOOK_SECRET: secret = '', PORT: port = '4040' } = process.env;
const seen = new Set<string>();

express()
  // The signature is of the bytes, so nothing may parse them before.
  .post('/', express.raw({ type: '*/*' }), async (request, response) => {
    const event = await verifyWebhook({ secret, headers: request.headers, body: request.body }).catch(
      () => undefined,
    );
    if (!event) return void response.sendStatus(401);
    if (event.type === 'hook.challenge') return void response.send(String(event.data.challenge));
    if (!seen.has(event.id)) process.stdout.write(`${event.type}: ${event.data.summary}\n`);
    seen.add(event.id);
    response.sendStatus(204);
  })
  .listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'));
