/** The row of a query that always returns exactly one, such as an aggregate without GROUP BY. */
export function exactlyOne<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) throw new Error(`expected exactly one row, got ${rows.length}`);
  return row;
}
