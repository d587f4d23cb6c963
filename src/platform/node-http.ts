/**
 * The module `node:http`, not by an import: that reads all its exports, and one of them loads Node's own fetch, which takes
 * a twentieth of the CPU time of a start.
 */
export const { createServer, request, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
