import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import type { DatabaseAddress } from './postgres.ts';

export interface BareServerOptions {
  readonly databaseAddress: DatabaseAddress;
  readonly connections: number;
}

/** Plain Fastify and a pool of node-postgres, without anything of kith. */
export const openBareServer = ({
  databaseAddress,
  connections,
}: BareServerOptions): { app: FastifyInstance; pool: pg.Pool } => ({
  // As JSON Schema says and kith does: keywords of its own, such as a rule in words, are ignored.
  app: Fastify({ trustProxy: '127.0.0.1', ajv: { customOptions: { strictSchema: false } } }),
  pool: new pg.Pool({ ...databaseAddress, max: connections }),
});
