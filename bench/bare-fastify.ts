import { randomBytes } from 'node:crypto';
import {
  identitySql,
  readProfile,
  readVerified,
  schemas,
  showAgent,
  showRegistration,
  showVerified,
  writeRegistration,
} from './bare-identity.ts';
import { type BareServerOptions, openBareServer } from './bare-server.ts';
import { handleRequests } from './child.ts';

/** A process with only Fastify: each route once from memory, and once with the SQL that kith runs for it. */
async function start(options: BareServerOptions): Promise<string> {
  const { app, pool } = openBareServer(options);
  const sql = await identitySql(options.databaseAddress);
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
    reply.code(201).send(showRegistration(body.screen_name)),
  );

  app.get<Named>('/sql/agents/:name', { schema: agentSchema }, async ({ params }) =>
    showAgent(await readProfile(pool, sql.profile, params.name)),
  );
  app.get<Named>('/sql/verify/:name', { schema: verifySchema }, async ({ params }) =>
    showVerified(await readVerified(pool, sql.verified, params.name)),
  );
  app.post<Named>('/sql/register', { schema: registerSchema }, async ({ body, ip }, reply) => {
    await writeRegistration(pool, body.screen_name, ip, [randomBytes(32), randomBytes(32)]);
    return reply.code(201).send(showRegistration(body.screen_name));
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

handleRequests(start);
