import { type BareServerOptions, openBareServer } from './bare-server.ts';
import { handleRequests } from './child.ts';

/** A statement as kith sent it, with values that it had. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

export interface BareReadsOptions extends BareServerOptions {
  /** By view: what kith asks the database for one call. */
  readonly views: Readonly<Record<string, readonly Statement[]>>;
}

/** A process with only Fastify: each view runs the statements that kith runs for it, and answers with their rows. */
async function start({ views, ...options }: BareReadsOptions): Promise<string> {
  const { app, pool } = openBareServer(options);
  for (const [view, statements] of Object.entries(views)) {
    const queries = statements.map(({ text, values }, nth) => ({
      name: `${view}_${nth}`,
      text,
      values: [...values],
    }));
    app.get(`/${view}`, async () => {
      const rows: unknown[][] = [];
      for (const query of queries) rows.push((await pool.query(query)).rows);
      return rows;
    });
  }
  return app.listen({ host: '127.0.0.1', port: 0 });
}

handleRequests(start);
