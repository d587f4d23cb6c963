import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { messageRoutes } from '../src/city/rooms/message-routes.ts';
import { hashSecret } from '../src/platform/keys/secret.ts';
import { schemas, showRegistration, writeRegistration } from './bare-identity.ts';
import { type BareServerOptions, openBareServer } from './bare-server.ts';
import { handleRequests } from './child.ts';

type Client = pg.PoolClient;
interface Agent {
  readonly id: string;
  readonly screen_name: string;
}

/** Plain Fastify and node-postgres: writes the same rows as kith for a call, one statement after another. */
async function start(options: BareServerOptions): Promise<string> {
  const { app, pool } = openBareServer(options);
  const speak = messageRoutes.find((route) => route.name === 'speak');
  type Body = { Params: { id: string }; Body: { screen_name: string; body: string } };

  async function inTransaction<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
  async function callerOf({ headers }: FastifyRequest): Promise<Agent> {
    const { rows } = await pool.query<Agent>({
      name: 'caller',
      text: 'SELECT id, screen_name FROM agent WHERE key_hash = $1 AND banned_at IS NULL',
      values: [hashSecret(String(headers.authorization).slice('Bearer '.length))],
    });
    if (!rows[0]) throw new Error('no agent has this key');
    return rows[0];
  }

  app.post<Body>(
    '/register',
    { schema: { body: schemas.registerBody, response: { 201: schemas.registeredSchema } } },
    async ({ body, ip }, reply) => {
      await writeRegistration(pool, body.screen_name, ip, [randomBytes(32), randomBytes(32)]);
      return reply.code(201).send(showRegistration(body.screen_name));
    },
  );
  app.post<Body>(
    '/rooms/lobby/messages',
    { schema: { body: speak?.body, response: { 201: speak?.response.schema } } },
    async (request, reply) => {
      const caller = await callerOf(request);
      const said = await inTransaction((client) => writeMessage(client, caller, request.body.body));
      return reply.code(201).send(said);
    },
  );
  app.post<Body>('/exchange/:id/accept', async (request, reply) => {
    const caller = await callerOf(request);
    const { id } = request.params;
    return reply.code(201).send(await inTransaction((client) => writeAccept(client, caller, Number(id))));
  });
  app.post<Body>('/products/:id/buy', async (request, reply) => {
    const caller = await callerOf(request);
    const bought = await inTransaction((client) => writePurchase(client, caller, Number(request.params.id)));
    await pool.query({
      name: 'receipt',
      text: 'INSERT INTO receipt_leaf (hash, index) VALUES ($1, NULL)',
      values: [randomBytes(32)],
    });
    return reply.code(201).send(bought);
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

const takeUse = (client: Client, limit: string, window: string, { id }: Agent) =>
  client.query({
    name: `limit ${limit}`,
    text: `INSERT INTO limit_use (name, subject, window_at, used) VALUES ('${limit}', $1, date_trunc('${window}', now()), 1)
      ON CONFLICT (name, subject, window_at) DO UPDATE SET used = limit_use.used + 1 RETURNING used`,
    values: [`agent:${id}`],
  });

const showPublic = (client: Client, type: string, room: string | null, data: object) =>
  client.query({
    name: 'public event',
    text: 'INSERT INTO public_event (type, at, room, data) VALUES ($1, now(), $2, $3)',
    values: [type, room, JSON.stringify(data)],
  });

async function writeMessage(client: Client, caller: Agent, body: string) {
  await takeUse(client, 'room-message', 'minute', caller);
  const room = 'lobby';
  await client.query({
    name: 'room of speaker',
    text: `SELECT room.name, kind, private, ended_at FROM room JOIN room_member ON room_member.room = room.name
      WHERE room.name = $1 AND agent_id = $2`,
    values: [room, caller.id],
  });
  await client.query({
    name: 'room',
    text: 'SELECT active_at FROM room WHERE name = $1 FOR NO KEY UPDATE',
    values: [room],
  });
  const { rows } = await client.query<{ id: string; at: Date }>({
    name: 'message',
    text: `INSERT INTO message (room, from_id, body, mentions, at) VALUES ($1, $2, $3, '{}', now()) RETURNING id, at`,
    values: [room, caller.id, body],
  });
  const said = { room, from: caller.screen_name, body, image_url: null, image_alt: null, mentions: [] };
  const [{ id, at } = { id: 0, at: new Date() }] = rows;
  await showPublic(client, 'message', room, { message_id: Number(id), ...said });
  return { id: Number(id), ...said, reply_to: null, at: at.toISOString(), edited_at: null, deleted_at: null };
}

async function writeAccept(client: Client, caller: Agent, jobId: number) {
  await takeUse(client, 'job-accept', 'hour', caller);
  const { rows: jobs } = await client.query({
    name: 'job',
    text: `SELECT job.*, job_record.posted, approved, denied, median_decide_s FROM job
      LEFT JOIN job_record ON job_record.agent_id = job.poster_id WHERE job.id = $1 FOR UPDATE OF job`,
    values: [jobId],
  });
  const [job] = jobs;
  await client.query({
    name: 'claims',
    text: 'SELECT * FROM claim WHERE job_id = $1 ORDER BY id',
    values: [jobId],
  });
  await client.query({
    name: 'blocked',
    text: 'SELECT FROM block WHERE agent_id = $1 AND other_id = $2',
    values: [job.poster_id, caller.id],
  });
  await client.query({
    name: 'completed',
    text: 'SELECT completed FROM job_record WHERE agent_id = $1',
    values: [caller.id],
  });
  const { rows: claims } = await client.query({
    name: 'claim',
    text: `INSERT INTO claim (job_id, taker_id, taker, worker_id, worker, payer_id, payer, status, accepted_at, due_at)
      VALUES ($1, $2, $3, $2, $3, $4, $5, 'accepted', now(), now() + interval '4 hours') RETURNING *`,
    values: [jobId, caller.id, caller.screen_name, job.poster_id, job.poster],
  });
  const [claim] = claims;
  const room = `deal-${jobId}-${claim.id}`;
  await client.query({
    name: 'deal room',
    text: `INSERT INTO room (name, kind, topic, private, created_at) VALUES ($1, 'deal', $2, true, now())`,
    values: [room, `Job ${jobId}: ${job.title}`],
  });
  await client.query({
    name: 'members',
    text: `INSERT INTO room_member (room, agent_id, role, joined_at) VALUES ($1, $2, '', now()), ($1, $3, '', now())`,
    values: [room, job.poster_id, caller.id],
  });
  await client.query({
    name: 'deal',
    text: 'UPDATE claim SET deal_room = $1 WHERE id = $2',
    values: [room, claim.id],
  });
  await client.query({
    name: 'deadline',
    text: `INSERT INTO task (kind, subject, due_at, ready_at, payload, created_at)
      VALUES ('claim deadline', $1, $2, $2, $3, now())`,
    values: [claim.id, claim.due_at, JSON.stringify({ job: jobId })],
  });
  await client.query({
    name: 'slots',
    text: 'UPDATE job SET slots_open = slots_open - 1 WHERE id = $1',
    values: [jobId],
  });
  await client.query({
    name: 'job event',
    text: `INSERT INTO job_event (job_id, at, kind, by) VALUES ($1, now(), 'accepted', $2)`,
    values: [jobId, caller.screen_name],
  });
  const { title, price, poster } = job;
  await showPublic(client, 'job', null, { job_id: jobId, what: 'accepted', title, price, poster });
  const { rows: counters } = await client.query({
    name: 'counter',
    text: `INSERT INTO agent_event_counter (agent_id, last_id) VALUES ($1, 1)
      ON CONFLICT (agent_id) DO UPDATE SET last_id = agent_event_counter.last_id + 1 RETURNING last_id`,
    values: [job.poster_id],
  });
  await client.query({
    name: 'notice',
    text: `INSERT INTO agent_event (agent_id, id, kind, at, text, data, next) VALUES ($1, $2, 'job.accepted', now(), $3, $4, $5)`,
    values: [
      job.poster_id,
      counters[0]?.last_id,
      `${caller.screen_name} accepted "${title}".`,
      JSON.stringify({ from: caller.screen_name, ref: `job:${jobId}`, ap: null, claim: claim.id }),
      `GET /api/exchange/${jobId}`,
    ],
  });
  return { job, claim: { ...claim, deal_room: room } };
}

async function writePurchase(client: Client, caller: Agent, productId: number) {
  const { rows: products } = await client.query({
    name: 'product',
    text: 'SELECT * FROM product WHERE id = $1 FOR UPDATE',
    values: [productId],
  });
  const [product] = products;
  await client.query({
    name: 'owned',
    text: 'SELECT title, kind, content, price_paid FROM purchase WHERE buyer_id = $1 AND product_id = $2',
    values: [caller.id, productId],
  });
  const { title, kind, content, price, seller } = product;
  const { rows: purchases } = await client.query({
    name: 'purchase',
    text: `INSERT INTO purchase (product_id, buyer_id, title, kind, content, price_paid, bought_at)
      VALUES ($1, $2, $3, $4, $5, $6, now()) RETURNING id`,
    values: [productId, caller.id, title, kind, content, price],
  });
  await client.query({
    name: 'sold',
    text: 'UPDATE product SET sales = sales + 1, earned_ap = earned_ap + $2 WHERE id = $1',
    values: [productId, price],
  });
  await showPublic(client, 'sale', null, {
    product_id: productId,
    title,
    kind,
    price: Number(price),
    seller,
  });
  // Both rows are locked in a fixed order, so that no two purchases wait for each other.
  const names = [`agent:${caller.screen_name}`, `agent:${seller}`];
  const { rows: balances } = await client.query({
    name: 'accounts',
    text: 'SELECT name, balance FROM account WHERE name = ANY($1) AND shard = 0 ORDER BY name FOR UPDATE',
    values: [names],
  });
  const balance = Number(balances.find(({ name }) => name === names[0])?.balance) - Number(price);
  if (!(balance >= 0)) throw new Error('not enough AP');
  await client.query({
    name: 'pay',
    text: 'UPDATE account SET balance = balance - $2, spent = spent + $2 WHERE name = $1 AND shard = 0',
    values: [names[0], price],
  });
  await client.query({
    name: 'earn',
    text: 'UPDATE account SET balance = balance + $2, earned = earned + $2 WHERE name = $1 AND shard = 0',
    values: [names[1], price],
  });
  await client.query({
    name: 'entry',
    text: `INSERT INTO ledger_entry (at, kind, from_account, to_account, amount, memo, ref)
      VALUES (now(), 'sale', $1, $2, $3, $4, $5)`,
    values: [...names, price, `product ${productId}`, `sale:${purchases[0]?.id}`],
  });
  return { id: productId, title, kind, content, price_paid: Number(price), balance, already_owned: false };
}

handleRequests(start);
