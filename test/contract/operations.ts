import type { Client } from '../harness/client.ts';

/** Where each operation of a service is, by the id that generated clients name their methods after. */
export async function operationsOf(client: Client): Promise<Record<string, string>> {
  const { operations } = await client.document();
  return Object.fromEntries(
    operations.map(({ method, path, operation }) => [operation.operationId, `${method} ${path}`]),
  );
}
