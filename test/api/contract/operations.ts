import type { Client } from '../../harness/client.ts';

/** Method and path of each operation of a service, by the id after which generated clients name their methods. */
export async function operationsOf(client: Client): Promise<Record<string, string>> {
  const { operations } = await client.document();
  return Object.fromEntries(
    operations.map(({ method, path, operation }) => [operation.operationId, `${method} ${path}`]),
  );
}
