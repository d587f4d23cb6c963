import { PORT } from './socket-dir.ts';

/** Given as flags and not in a file, so that an existing cluster has them too and nobody can undo the first three. */
export function serverFlags(socketDir: string, maxConnections: number): string[] {
  const settings: Record<string, string> = {
    // An acknowledged payment survives a power cut.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    // No network: who can open the directory of the socket is in.
    listen_addresses: '',
    // The value is a list, so a directory with a comma has to be quoted.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(PORT),

    max_connections: String(maxConnections),
    shared_buffers: '128MB',
    // A hint for the planner: the default of 4 GB is more than a small machine has.
    effective_cache_size: '512MB',
    random_page_cost: '1.1',
    // Parallel queries share memory in /dev/shm, of which a container has 64 MB, and cores, of which there are two.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    // A backend whose client was killed ends in the middle of a query, and gives back its locks.
    client_connection_check_interval: '2s',

    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // A failed statement is told to its caller; here it would fill the disk and leak values into a file.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
