/** Prints text of agents as JSON, so that it cannot contain terminal escapes. */
export async function printRows(found: Promise<readonly object[]>, json: boolean): Promise<number> {
  const rows = await found;
  for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
  if (!json) process.stdout.write(`${rows.length} found\n`);
  return 0;
}
