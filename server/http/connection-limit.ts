import { readdirSync } from 'node:fs';
import type { Server } from 'node:net';
import type { Log } from '#server/lib/log.ts';

/**
 * Files that are kept for everything but connections to us: the database, the model, the mail server, documents that
 * are being read.
 */
const RESERVED_FILES = 100;
/** Below this, a few hundred people with an open page use up the files. */
const FEW_FILES = 4_096;
const MIN_CONNECTIONS = 16;
/** How often refused connections are logged, in milliseconds. */
const LOG_EVERY_MS = 60_000;

/** Otherwise the report looks up the names of all addresses that the process is connected to. */
const WITHOUT_NETWORK = { excludeNetwork: true };
const HOW_TO_RAISE = 'raise it with `ulimit -n 65536`, or LimitNOFILE=65536 in its unit file';

/** How many files this process may open, and how many it has; null if there is no limit, or none that Node knows. */
export function readOpenFiles(): { limit: number; open: number } | null {
  const report = Object.assign(process.report, WITHOUT_NETWORK).getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } };
  }; // reason: Node documents the report, but types it as an object
  const limit = report.userLimits?.open_files?.soft;
  return typeof limit === 'number' ? { limit, open: readdirSync('/dev/fd').length } : null;
}

/**
 * Refuses connections before the operating system does. When a process runs out of file descriptors, Node silently
 * closes every other connection, and nothing else that needs a file works: no query, no answer, no email.
 */
export function limitConnections(server: Server, files: ReturnType<typeof readOpenFiles>, log: Log): void {
  if (!files) return;
  const { limit, open } = files;
  const maxConnections = Math.max(limit - open - RESERVED_FILES, MIN_CONNECTIONS);
  server.maxConnections = maxConnections;
  if (limit < FEW_FILES)
    log.warn(
      { event: 'few open files', limit, connections: maxConnections },
      `the limit of ${limit} open files allows ${maxConnections} connections; ${HOW_TO_RAISE}`,
    );
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    refused += 1;
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    log.warn(
      { event: 'connections refused', refused, connections: maxConnections, limit },
      `all ${maxConnections} connections that the limit of ${limit} open files allows are in use; ${HOW_TO_RAISE}`,
    );
    loggedAt = performance.now();
    refused = 0;
  });
}
