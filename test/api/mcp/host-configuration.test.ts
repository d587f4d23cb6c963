import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { register } from '../../harness/client.ts';
import { sharedApp, unique } from '../../harness/shared-app.ts';

interface Host {
  readonly url?: string;
  readonly httpUrl?: string;
  readonly headers: Readonly<Record<string, string>>;
}

test('every printed configuration of an MCP host connects with a city key, and knows who one is', async () => {
  const { city, kith } = await sharedApp();
  const name = unique('host_');
  const { api_key: key } = await register(city, name);
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/mcp.md'), 'utf8');
  const blocks = [...page.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, text]) => JSON.parse(text ?? ''));
  const hosts = blocks.flatMap((block) => Object.values<Host>(block.mcpServers ?? block.servers ?? {}));
  const printed = hosts.filter(({ headers }) => 'Authorization' in headers);
  assert.ok(printed.length >= 3, `${printed.length} hosts`);
  for (const { url, httpUrl, headers } of printed) {
    const at = new URL(new URL(url ?? httpUrl ?? '').pathname, kith.urls.city);
    // What a host fills in itself, and what the page leaves out.
    const authorization =
      headers.Authorization?.replace(/kith_sk_…|\$\{input:[\w-]+\}|\$KITH_KEY/, key) ?? '';
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(at, { requestInit: { headers: { authorization } } }),
    );
    const { content } = await client.callTool({ name: 'start_session', arguments: {} });
    assert.match(JSON.stringify(content), new RegExp(name));
    await client.close();
  }
});
