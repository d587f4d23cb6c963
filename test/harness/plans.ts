import type { TestContext } from 'node:test';
import pg from 'pg';
import type { TestDatabase } from './database.ts';

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Maximum rows that a page may sort or count after an index has selected them. */
const maxGathered = 1_000;

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Records every reading statement, so that a test can check its query plan. */
export class PlanReader {
  readonly #database: TestDatabase;
  readonly #large: ReadonlySet<string>;
  #asked: Statement[] = [];

  /**
   * Create it once the tables are filled and analyzed; `large` are tables that a list must not read whole.
   */
  constructor(t: TestContext, database: TestDatabase, large: ReadonlySet<string>) {
    this.#database = database;
    this.#large = large;
    const note = (statement: Statement) => this.#asked.push(statement);
    const query = pg.Client.prototype.query;
    t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
      const [first, second] = given as [{ text?: string; values?: unknown[] } | string, unknown];
      const text = typeof first === 'string' ? first : first?.text;
      const values = typeof first === 'string' ? second : (first?.values ?? second);
      // Other apps of the process have databases of their own.
      if (this.database === database.database && text && /^\s*(?:select|with)/i.test(text))
        note({ text, values: Array.isArray(values) ? values : [] });
      return Reflect.apply(query, this, given);
    });
  }

  /**
   * Statements since the last call that read a large table whole, or sort or count rows not selected by an
   * index.
   */
  async faults(name: string): Promise<{ statements: number; faults: string[] }> {
    const asked = this.#asked.splice(0);
    const faults: string[] = [];
    for (const { text, values } of asked) {
      const [plan] = await this.#database.sql(`EXPLAIN (FORMAT JSON) ${text}`, values);
      for (const node of nodesOf(plan?.['QUERY PLAN'][0].Plan as Node)) {
        const table = node['Relation Name'] ?? '';
        const isWhole = node['Node Type'] === 'Sort' || node['Node Type'] === 'Aggregate';
        const gathered = isWhole ? (node.Plans?.[0]?.['Plan Rows'] ?? 0) : 0;
        if (node['Node Type'] === 'Seq Scan' && this.#large.has(table))
          faults.push(`${name} scans ${table}: ${text.slice(0, 400)}`);
        if (gathered > maxGathered)
          faults.push(`${name} sorts or counts ${gathered} rows: ${text.slice(0, 400)}`);
      }
    }
    this.#asked = [];
    return { statements: asked.length, faults };
  }

  /** Most rows of a large table read by a statement since the last call, including rows it filters out. */
  async mostRead(): Promise<number> {
    let most = 0;
    for (const { text, values } of this.#asked.splice(0)) {
      const [plan] = await this.#database.sql(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      for (const node of nodesOf(plan?.['QUERY PLAN'][0].Plan as Node)) {
        if (!this.#large.has(node['Relation Name'] ?? '')) continue;
        const rows =
          (node['Actual Rows'] ?? 0) +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Index Recheck'] ?? 0);
        most = Math.max(most, rows * (node['Actual Loops'] ?? 1));
      }
    }
    this.#asked = [];
    return most;
  }
}

/** Analyzes the tables and returns those with at least this many rows. */
export async function largeTables(database: TestDatabase, rows: number): Promise<Set<string>> {
  await database.sql('ANALYZE');
  const found = await database.sql(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= ${rows * 0.9}`,
  );
  return new Set(found.map(({ relname }) => String(relname)));
}
