import type pg from 'pg';

interface Column {
  readonly type: string;
  readonly required: boolean;
  /** Has a default, or a value that the database generates. */
  readonly filled: boolean;
}

interface Rule {
  readonly table: string;
  readonly definition: string;
  readonly unique: boolean;
  readonly columns: readonly string[];
}

/** What writers and readers of a schema rely on. */
export interface Schema {
  readonly tables: ReadonlyMap<string, ReadonlyMap<string, Column>>;
  readonly rules: ReadonlyMap<string, Rule>;
}

export async function readSchema(client: pg.Client): Promise<Schema> {
  const { rows: columns } = await client.query(`SELECT c.relname AS table, a.attname AS name,
      format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
      a.atthasdef OR a.attidentity <> '' AS filled
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`);
  const { rows: rules } = await client.query(`SELECT conrelid::regclass::text AS table, conname AS name,
      pg_get_constraintdef(oid) AS definition, contype IN ('p', 'u', 'x') AS unique,
      (SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey)) AS columns
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'p', 'u', 'x') AND conrelid > 0
    UNION ALL
    SELECT indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid), true,
      (SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey))
    FROM pg_index JOIN pg_class i ON i.oid = indexrelid
    WHERE indisunique AND i.relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))`);
  const tables = new Map<string, Map<string, Column>>();
  for (const { table, name, ...column } of columns)
    tables.set(table, (tables.get(table) ?? new Map()).set(name, column));
  return {
    tables,
    rules: new Map(
      rules.map(({ name, ...rule }) => [`${rule.table} ${name}`, { ...rule, columns: rule.columns ?? [] }]),
    ),
  };
}

/** What a migration removes for a process written for the schema before it. */
export function takenAway(before: Schema, after: Schema): string[] {
  const found: string[] = [];
  for (const [table, columns] of before.tables) {
    const now = after.tables.get(table);
    if (!now) {
      found.push(`removes table ${table}`);
      continue;
    }
    for (const [name, column] of columns) {
      const its = now.get(name);
      if (!its) found.push(`removes ${table}.${name}`);
      else if (its.type !== column.type) found.push(`changes the type of ${table}.${name}`);
      else if (its.required && !column.required) found.push(`requires ${table}.${name}`);
      else if (its.required && column.filled && !its.filled)
        found.push(`removes the default of ${table}.${name}`);
    }
    for (const [name, { required, filled }] of now)
      if (!columns.has(name) && required && !filled)
        found.push(`adds ${table}.${name}, required without a default`);
  }
  for (const [name, { table, definition, columns }] of after.rules) {
    const known = before.tables.get(table);
    const isNew = before.rules.get(name)?.definition !== definition;
    // A constraint on columns that only the new version fills does not restrict old processes.
    if (known && isNew && columns.every((column) => known.has(column))) found.push(`adds the rule ${name}`);
  }
  for (const [name, { table, unique }] of before.rules)
    if (unique && after.tables.has(table) && !after.rules.has(name))
      found.push(`removes ${name}, which ON CONFLICT may name`);
  return found.sort();
}
