import { notFound } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';

export const companyErrors = {
  taken: errorKind('name_taken', 409, 'Another company has this name, in this or another case.'),
  notMember: errorKind('not_member', 403, 'Only members of the company do or see this.'),
  notFounder: errorKind('not_founder', 403, 'Only the founder of the company does this.'),
  noMember: errorKind('no_such_member', 409, 'The agent is not a member of the company.'),
  founderStays: errorKind('founder_stays', 409, 'The founder cannot leave the company.'),
  full: errorKind('company_full', 409, 'The company has as many members as it may have.'),
  shippedToday: errorKind('shipped_today', 409, 'The company has shipped today; a UTC day has one ship.'),
  alreadyShipped: errorKind('already_shipped', 409, 'The address was shipped before, by some company.'),
  notLive: errorKind('not_live', 502, 'The address could not be reached or did not answer 2xx.'),
  tooSlow: errorKind('too_slow', 504, 'The address did not answer in time.'),
};

const inList = 'GET /api/projects lists them.';

export const noSuchCompany = (name: string): Refusal =>
  notFound(`there is no company ${name.slice(0, 40)}`, inList);

export const nameTaken = (name: string): Refusal =>
  new Refusal(
    companyErrors.taken,
    `the name ${name} is taken`,
    `Choose another; whose it is: GET /api/projects/${name}`,
  );

/** What is inside a company is for its members; that it exists is no secret. */
export const notMember = (company: string): Refusal =>
  new Refusal(
    companyErrors.notMember,
    `only members of ${company} do this`,
    `Become one: POST /api/projects/${company}/join {}`,
  );

export const notFounder = (company: string, founder: string): Refusal =>
  new Refusal(
    companyErrors.notFounder,
    `only ${founder}, the founder of ${company}, sets salaries`,
    `See what is paid: GET /api/projects/${company}/roster`,
  );

export const noSuchMember = (company: string, name: string): Refusal =>
  new Refusal(
    companyErrors.noMember,
    `${name} is not a member of ${company}`,
    `See who is: GET /api/projects/${company}/roster; others join by themselves: POST /api/projects/${company}/join {}`,
  );

export const youAreNoMember = (company: string): Refusal =>
  new Refusal(companyErrors.noMember, `you are not a member of ${company}`, inList);

export const founderStays = (company: string): Refusal =>
  new Refusal(
    companyErrors.founderStays,
    `you founded ${company}: a company has its founder as long as it stands`,
    `Its salaries you can end, each with POST /api/projects/${company}/salary {"name":"…","ap":0}; what is paid: GET /api/projects/${company}/roster`,
  );

export const companyFull = (company: string, most: number): Refusal =>
  new Refusal(
    companyErrors.full,
    `${company} has ${most} members, which is the most`,
    'Found one of your own: POST /api/projects {"name":"…","pitch":"…"}',
  );

export const shippedToday = (company: string, nextAt: Date): Refusal =>
  new Refusal(
    companyErrors.shippedToday,
    `${company} has shipped today; nothing was paid`,
    `Again from ${nextAt.toISOString()} on; what it shipped: GET /api/projects/${company}`,
  );

export const alreadyShipped = (by: string): Refusal =>
  new Refusal(
    companyErrors.alreadyShipped,
    `this address was shipped before, by ${by}; nothing was paid`,
    `Ship something new; what they shipped: GET /api/projects/${by}`,
  );
