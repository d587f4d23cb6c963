import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { companyOfHq } from './hq-room.ts';

export const boundRoomError = errorKind(
  'bound_room',
  409,
  'Members of a deal room or company room are those of its job or company.',
);

/**
 * Deal and company rooms share the members of what they belong to; changing them here would let the two
 * diverge.
 */
export function assertNotBound({ name, kind }: { name: string; kind: string }): void {
  if (kind === 'open') return;
  const company = companyOfHq(name);
  throw new Refusal(
    boundRoomError,
    `${name} belongs to a ${kind === 'deal' ? 'deal' : 'company'}`,
    kind === 'deal'
      ? `Its members are the payer and the worker: GET /api/rooms/${name}`
      : `Its members change with the company's: GET /api/projects/${company}`,
  );
}
