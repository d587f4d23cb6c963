import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import {
  identitySql,
  readProfile,
  readVerified,
  registered,
  schemas,
  showAgent,
  showVerified,
  writeRegistration,
} from './bare-identity.ts';
import { handleRequests } from './child.ts';
import type { DatabaseAddress } from './postgres.ts';

/** A process with only Fastify: each route once from memory, and once with the SQL that kith runs for it. */
async function start({
  databaseAddress,
  connections,
}: {
  databaseAddress: DatabaseAddress;
  connections: number;
}): Promise<string> {
  const app = Fastify({ trustProxy: '127.0.0.1' });
  const pool = new pg.Pool({ ...databaseAddress, max: connections });
  const sql = await identitySql(databaseAddress);
  const row = await readProfile(pool, sql.profile, 'bench_000000');
  const verifiedRow = await readVerified(pool, sql.verified, 'bench_000000');
  const [agentSchema, verifySchema] = [
    { response: { 200: schemas.agent } },
    { response: { 200: schemas.verify } },
  ];
  const registerSchema = { body: schemas.registerBody, response: { 201: schemas.registeredSchema } };
  type Named = { Params: { name: string }; Body: { screen_name: string } };

  const [agent, verified] = [showAgent(row), showVerified(verifiedRow)];
  app.get('/memory/agents/:name', { schema: agentSchema }, async () => agent);
  app.get('/memory/verify/:name', { schema: verifySchema }, async () => verified);
  app.post<Named>('/memory/register', { schema: registerSchema }, async ({ body }, reply) =>
    reply.code(201).send(registered(body.screen_name)),
  );

  app.get<Named>('/sql/agents/:name', { schema: agentSchema }, async ({ params }) =>
    showAgent(await readProfile(pool, sql.profile, params.name)),
  );
  app.get<Named>('/sql/verify/:name', { schema: verifySchema }, async ({ params }) =>
    showVerified(await readVerified(pool, sql.verified, params.name)),
  );
  app.post<Named>('/sql/register', { schema: registerSchema }, async ({ body, ip }, reply) => {
    await writeRegistration(pool, body.screen_name, ip, [randomBytes(32), randomBytes(32)]);
    return reply.code(201).send(registered(body.screen_name));
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

handleRequests(start);
