import type { FastifyInstance, FastifyRequest } from 'fastify';

const formType = 'application/x-www-form-urlencoded';
const maxFormBytes = 32_768;

/** Lets the routes of a scope receive forms that a browser sends by itself. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeContentTypeParser(formType);
  scope.addContentTypeParser(
    formType,
    { parseAs: 'string', bodyLimit: maxFormBytes },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );
}

export const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();
