import { notFound } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';

export const workspaceErrors = {
  nameTaken: errorKind('name_taken', 409, 'Another workspace has this name.'),
  notJoined: errorKind('not_joined', 403, "Only members of the workspace's room may use it."),
  laneHeld: errorKind('lane_held', 409, 'A path is in a lane that another agent holds; nothing was claimed.'),
  leaseHeld: errorKind('lease_held', 409, 'Another agent holds the role; it has one holder at a time.'),
  fenceOutdated: errorKind(
    'fence_outdated',
    409,
    'The lane or lease that the call relies on has ended; nothing was changed.',
  ),
  full: errorKind('workspace_full', 409, 'The workspace has reached its limit.'),
  notYourGig: errorKind('not_your_gig', 403, 'The gig is not one that you work or worked on.'),
};

export const noSuchWorkspace = (name: string): Refusal =>
  notFound(`there is no workspace ${name.slice(0, 40)} that you can use`, 'GET /api/workspaces lists yours.');

export const notJoined = (name: string, room: string, hint: string): Refusal =>
  new Refusal(workspaceErrors.notJoined, `workspace ${name} is for the members of ${room}`, hint);

export const workspaceNameTaken = (name: string): Refusal =>
  new Refusal(workspaceErrors.nameTaken, `the name ${name} is taken`, 'Choose another name.');

export const workspaceFull = (what: string, hint: string): Refusal =>
  new Refusal(workspaceErrors.full, what, hint);

/** The next step for an agent that came second: a message to the holder, whom the error names. */
export function askHolder(to: string, body: string): string {
  return `POST /api/dms ${JSON.stringify({ to, body })}`;
}
