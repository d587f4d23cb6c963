import path from 'node:path';
import { Daemon, daemonDir, daemonFile } from './daemon.ts';
import { freePort } from './ports.ts';
import { program } from './programs.ts';

export interface PgBouncer {
  readonly url: string;
  readonly daemon: Daemon;
}

/** PgBouncer in transaction mode in front of a server. */
export async function startPgBouncer(parent: string, serverUrl: string): Promise<PgBouncer> {
  const dir = await daemonDir(path.join(parent, 'pgbouncer'));
  const { hostname, port: serverPort, username, pathname } = new URL(serverUrl);
  const database = pathname.slice(1);
  const port = await freePort();
  const users = await daemonFile(path.join(dir, 'users.txt'), `"${username}" ""\n`);
  const config = await daemonFile(
    path.join(dir, 'pgbouncer.ini'),
    `[databases]
${database} = host=${hostname} port=${serverPort} user=${username} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 12
max_client_conn = 200
`,
  );
  const daemon = new Daemon({ name: 'pgbouncer', program: program('pgbouncer'), args: [config], dir });
  daemon.start();
  return { url: `postgresql://${username}@127.0.0.1:${port}/${database}`, daemon };
}
