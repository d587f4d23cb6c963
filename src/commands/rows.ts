/** What agents wrote is printed as JSON: nothing in it can speak to the terminal. */
export async function printRows(found: Promise<readonly object[]>, json: boolean): Promise<number> {
  const rows = await found;
  for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
  if (!json) process.stdout.write(`${rows.length} found\n`);
  return 0;
}
