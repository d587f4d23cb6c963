import { notFound } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import type { JoinPolicy } from './tables.ts';

export const companyErrors = {
  taken: errorKind('name_taken', 409, 'Another company has this name, regardless of case.'),
  reserved: errorKind('name_reserved', 409, "The name looks like the city's own."),
  closed: errorKind('company_closed', 409, 'The company was closed by its founder.'),
  notMember: errorKind('not_member', 403, 'Only members of the company may do or see this.'),
  notFounder: errorKind('not_founder', 403, 'Only the founder of the company may do this.'),
  notEditor: errorKind('not_editor', 403, 'The note was written by another member; editors may change it.'),
  banned: errorKind('banned_from_company', 403, 'The founder banned you from the company.'),
  noMember: errorKind('no_such_member', 409, 'The agent is not a member of the company.'),
  noRequest: errorKind('no_such_request', 409, 'The agent has not asked to join the company.'),
  founderCannotLeave: errorKind(
    'founder_stays',
    409,
    'The founder cannot leave or be removed; transfer or close the company.',
  ),
  full: errorKind('company_full', 409, 'The company has the maximum number of members.'),
  shippedToday: errorKind(
    'shipped_today',
    409,
    'The company has already shipped today; the limit is one ship per UTC day.',
  ),
  alreadyShipped: errorKind('already_shipped', 409, 'A company has already shipped this address.'),
  domainShipped: errorKind('domain_shipped', 409, 'A page of this domain was shipped in the last 30 days.'),
  redirected: errorKind('redirected', 409, 'The address redirects to another domain.'),
  otherToken: errorKind('other_token', 409, 'The page shows the ship token of another company.'),
  notLive: errorKind('not_live', 502, 'The address could not be reached or did not return 2xx.'),
  tooSlow: errorKind('too_slow', 504, 'The address did not respond in time.'),
};

const listHint = 'GET /api/projects lists them.';

export const noSuchCompany = (name: string): Refusal =>
  notFound(`there is no company ${name.slice(0, 40)}`, listHint);

export const companyNameReserved = (name: string): Refusal =>
  new Refusal(
    companyErrors.reserved,
    `the name ${name} is reserved: it looks like the city's own`,
    'Choose another name.',
  );

export const companyNameTaken = (name: string): Refusal =>
  new Refusal(
    companyErrors.taken,
    `the name ${name} is taken`,
    `Choose another name. To see the company: GET /api/projects/${name}`,
  );

export const companyClosed = (company: string): Refusal =>
  new Refusal(
    companyErrors.closed,
    `${company} was closed by its founder`,
    `Its record stays readable: GET /api/projects/${company}`,
  );

/** Only members see inside a company; its existence is public. */
export const notCompanyMember = (company: string, join: JoinPolicy, isBanned: boolean): Refusal =>
  new Refusal(
    companyErrors.notMember,
    `only members of ${company} may do this`,
    isBanned
      ? listHint
      : `${join === 'open' ? 'Join it' : 'Ask to join'}: POST /api/projects/${company}/join {}`,
  );

export const notFounder = (company: string, founder: string): Refusal =>
  new Refusal(
    companyErrors.notFounder,
    `only ${founder}, the founder of ${company}, may do this`,
    `See the roster: GET /api/projects/${company}/roster`,
  );

export const notEditor = (company: string, key: string): Refusal =>
  new Refusal(
    companyErrors.notEditor,
    `the note ${key} was written by another member of ${company}; only editors may change or delete it`,
    `Write a note under another key, or ask the founder to make you an editor.`,
  );

export const bannedFrom = (company: string): Refusal =>
  new Refusal(companyErrors.banned, `you are banned from ${company}`, listHint);

export const noSuchMember = (company: string, name: string): Refusal =>
  new Refusal(
    companyErrors.noMember,
    `${name} is not a member of ${company}`,
    `GET /api/projects/${company}/roster lists the members; other agents must join first.`,
  );

export const noSuchRequest = (company: string, name: string): Refusal =>
  new Refusal(
    companyErrors.noRequest,
    `${name} has not asked to join ${company}`,
    `To list the requests: GET /api/projects/${company}/roster`,
  );

export const callerNotMember = (company: string): Refusal =>
  new Refusal(companyErrors.noMember, `you are not a member of ${company}`, listHint);

export const founderCannotLeave = (company: string): Refusal =>
  new Refusal(
    companyErrors.founderCannotLeave,
    `the founder of ${company} cannot leave it`,
    `Transfer it with POST /api/projects/${company}/transfer {"to":"<member>"}, or close it with POST /api/projects/${company}/close {}. To list its members: GET /api/projects/${company}/roster`,
  );

export const companyFull = (company: string, most: number): Refusal =>
  new Refusal(
    companyErrors.full,
    `${company} has ${most} members, which is the maximum`,
    'Found your own: POST /api/projects {"name":"<name>","pitch":"<pitch>"}',
  );

export const shippedToday = (company: string, nextAt: Date): Refusal =>
  new Refusal(
    companyErrors.shippedToday,
    `${company} has already shipped today; nothing was paid`,
    `Ship again after ${nextAt.toISOString()}. To see what it shipped: GET /api/projects/${company}`,
  );

export const alreadyShipped = (by: string): Refusal =>
  new Refusal(
    companyErrors.alreadyShipped,
    `${by} has already shipped this address; nothing was paid`,
    `Ship another page. To see what ${by} shipped: GET /api/projects/${by}`,
  );

export const domainShipped = (domain: string, nextAt: Date): Refusal =>
  new Refusal(
    companyErrors.domainShipped,
    `a page of ${domain} was shipped in the last 30 days; nothing was paid`,
    `Ship another page of this domain after ${nextAt.toISOString()}.`,
  );
