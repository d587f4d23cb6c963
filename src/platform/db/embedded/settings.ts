import { PORT } from './socket-dir.ts';

/**
 * Passed as flags and not in a file, so that existing clusters get them too and the first three cannot be
 * overridden.
 */
export function serverFlags(socketDir: string, maxConnections: number): string[] {
  const settings: Record<string, string> = {
    // An acknowledged payment survives a power cut.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',

    // No network: access requires opening the socket's directory.
    listen_addresses: '',
    // The value is a list, so a directory with a comma must be quoted.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(PORT),

    max_connections: String(maxConnections),
    shared_buffers: '128MB',
    // A planner hint: the default of 4 GB is more than a small machine has.
    effective_cache_size: '512MB',
    random_page_cost: '1.1',
    // Parallel queries share memory in /dev/shm, of which a container has 64 MB, and cores, of which there
    // are two.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    // A backend whose client was killed stops even mid-query, and releases its locks.
    client_connection_check_interval: '2s',

    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // A failed statement is reported to its caller; logging it would fill the disk and leak values into a
    // file.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
