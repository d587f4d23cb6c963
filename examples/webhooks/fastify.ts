/** Receives webhooks with Fastify 5. In a checkout: WEBHOOK_SECRET=whsec_… npm run -s example examples/webhooks/fastify.ts */
import fastify from 'fastify';
import { verifyWebhook } from 'kith-sdk';

const { WEBHOOK_SECRET: secret = '', PORT: port = '4040' } = process.env;
const seen = new Set<string>();

const app = fastify();
// The signature is of the bytes, so nothing may parse them before.
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
  done(null, body),
);
app.post<{ Body: Buffer }>('/', async ({ headers, body }, reply) => {
  const event = await verifyWebhook({ secret, headers, body }).catch(() => undefined);
  if (!event) return reply.code(401).send();
  if (event.type === 'hook.challenge') return String(event.data.challenge);
  if (!seen.has(event.id)) process.stdout.write(`${event.type}: ${event.data.summary}\n`);
  seen.add(event.id);
  return reply.code(204).send();
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
process.stdout.write('listening\n');
