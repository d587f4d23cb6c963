import type { TestDatabase } from './database.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  /** What a foreign key refers to: table and column. */
  readonly refers: readonly [string, string] | null;
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The columns of each unique index that the database does not fill by itself. */
  readonly unique: readonly (readonly string[])[];
}

/**
 * Inserts so many copies of the longest row of each table, which differ only where an index or a key requires it.
 * Returns the tables that now have at least as many rows.
 */
export async function multiplyRows(
  { sql }: TestDatabase,
  countOf: (table: string) => number,
): Promise<string[]> {
  const full: string[] = [];
  for (const table of inOrderOfReference(await readTables({ sql }))) {
    const count = countOf(table.name);
    if (count === 0) continue;
    const varied = new Set(table.unique.map((columns) => columnToVary(table, columns)));
    const names = table.columns.map(({ name }) => `"${name}"`).join();
    const values = table.columns.map((column) =>
      varied.has(column) ? vary(column) : `longest."${column.name}"`,
    );
    // A table whose rows may not be alike, such as one with a single row, keeps those it has.
    await sql(
      `WITH longest AS (SELECT * FROM ${table.name} AS each ORDER BY octet_length(each::text) DESC LIMIT 1)
       INSERT INTO ${table.name} (${names})
       SELECT ${values} FROM longest, generate_series(0, $1::int - 1) AS n ON CONFLICT DO NOTHING`,
      [count],
    ).catch(() => {});
    const [{ rows }] = await sql(`SELECT count(*)::int AS rows FROM ${table.name}`);
    if (rows >= count) full.push(table.name);
  }
  return full;
}

async function readTables({ sql }: Pick<TestDatabase, 'sql'>): Promise<Table[]> {
  return sql(`
    SELECT relname AS name,
      (SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, NULL), 'refers', (
          SELECT json_build_array(confrelid::regclass::text, ref.attname)
          FROM pg_constraint JOIN pg_attribute AS ref ON ref.attrelid = confrelid AND ref.attnum = confkey[1]
          WHERE conrelid = pg_class.oid AND contype = 'f' AND conkey = ARRAY[pg_attribute.attnum] LIMIT 1)) ORDER BY attnum)
        FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
          AND attidentity = '' AND attgenerated = '') AS columns,
      (SELECT coalesce(json_agg((
          SELECT json_agg(attname) FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0
            AND split_part(pg_get_indexdef(indexrelid), ' WHERE ', 1) ~ ('\\m' || attname || '\\M'))), '[]')
        FROM pg_index WHERE indrelid = pg_class.oid AND indisunique AND NOT EXISTS (
          SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum = ANY(indkey) AND attidentity <> '')) AS unique
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`);
}

/** Referred tables first, so that there is something else to refer to. */
function inOrderOfReference(tables: readonly Table[]): Table[] {
  const [left, ordered] = [[...tables], [] as Table[]];
  const waits = (table: Table) =>
    table.columns.some(
      ({ refers }) => refers && left.some((each) => each !== table && each.name === refers[0]),
    );
  while (left.length > 0) {
    const next = Math.max(
      0,
      left.findIndex((table) => !waits(table)),
    );
    ordered.push(...left.splice(next, 1));
  }
  return ordered;
}

function columnToVary({ columns }: Table, names: readonly string[]): Column | undefined {
  const among = columns.filter(({ name }) => names.includes(name));
  return among.find(({ type, refers }) => !refers && /text|bytea|int|date/.test(type)) ?? among.at(-1);
}

function vary({ name, type, refers }: Column): string {
  const [table, column] = refers ?? [];
  if (table) return `(SELECT other."${column}" FROM ${table} AS other ORDER BY 1 DESC OFFSET n LIMIT 1)`;
  const value = `longest."${name}"`;
  if (type === 'text') return `left(${value}, 12) || n`;
  if (type === 'bytea') return `sha256(n::text::bytea)`;
  return type === 'date' ? `${value} - n` : `${value} + 1 + n`;
}
