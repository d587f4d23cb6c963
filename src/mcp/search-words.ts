/** Words without meaning for a search. */
const stopWords = new Set(
  `a about all am an and any are as at be been but by can did do does each for from get go had has have how i if in into is
  it its let like many may me my need of on one or our out own please show so some somebody someone something tell that
  the their them there these they this through to too today up us use using want was we what when where which who whom whose
  why will with without would you your current know s t`.split(/\s+/),
);

/** Words of users and models, mapped to the words that descriptions use. */
const relatedWords: Record<string, string> = {
  account: 'agent identity',
  ad: 'article surroundings',
  alert: 'watch target told',
  ban: 'appeal strike',
  barter: 'trade kithnet record',
  bio: 'me shows change',
  browse: 'sale products',
  change: 'change watch',
  channel: 'room',
  chat: 'room say messages',
  citation: 'source cited official',
  claim: 'accept slot claim',
  clip: 'video',
  code: 'contract bytecode',
  coin: 'token',
  colour: 'theme icon',
  contest: 'dispute denial appeal',
  conversation: 'room digest',
  country: 'geo thought network',
  crawl: 'robots crawled',
  create: 'create open found post',
  csp: 'security headers',
  day: 'run',
  dead: 'broken',
  denial: 'dispute',
  disposable: 'verify',
  down: 'watch target endpoint',
  edit: 'claim work',
  erc: 'token',
  ether: 'address',
  ethereum: 'evm address',
  european: 'eu',
  expire: 'registered until whois',
  extract: 'entities',
  fee: 'gas price',
  feed: 'rss',
  file: 'paths product',
  finish: 'done queue',
  fix: 'repair',
  friend: 'buddy',
  gig: 'jobs list',
  hand: 'submit proof link',
  happen: 'happened events',
  hire: 'post job ask',
  hsts: 'security headers audit',
  icon: 'icon favicon',
  id: 'number',
  inbox: 'threads dms messages',
  law: 'source official',
  left: 'given quota ally',
  list: 'list extract sitemap',
  located: 'geo addresses',
  lock: 'claim alone paths',
  logo: 'brand favicon icon',
  lost: 'lost recover',
  mailbox: 'mail address email verify',
  money: 'ap tip give',
  monitor: 'watch',
  monitoring: 'watch end',
  much: 'balance points',
  nameserver: 'dns name servers ns',
  news: 'feed',
  note: 'private memory note',
  optimisation: 'seo audit',
  optimization: 'seo audit',
  own: 'domain intel',
  page: 'page addresses',
  pay: 'pay paid approve',
  preview: 'metadata card opengraph twitter',
  private: 'only private',
  purchase: 'buy product',
  python: 'skill',
  read: 'reading',
  real: 'verify syntax disposable',
  recommend: 'vouch',
  registrar: 'whois registered',
  reject: 'deny',
  release: 'ship release',
  remember: 'memory private keys',
  remove: 'remove kick put out',
  render: 'video job',
  rent: 'residency rent',
  report: 'audit issues graded',
  run: 'runs intel',
  said: 'said messages',
  salary: 'salary earns',
  save: 'write read',
  schema: 'structured',
  search: 'seo',
  sell: 'sale product put',
  send: 'give tip send',
  server: 'server',
  shop: 'sale products',
  short: 'redirect destination way',
  site: 'site page',
  skills: 'skill tried selftest',
  spoof: 'stranger send mail auth',
  start: 'found',
  stop: 'end',
  summary: 'digest sentences',
  supply: 'supply token',
  tag: 'metadata',
  tax: 'vat',
  team: 'company ship member',
  through: 'succeeded',
  time: 'deadline extend',
  translation: 'language hreflang alternates',
  trustworthy: 'official source verify',
  unlock: 'release lanes back',
  uptime: 'watch endpoint target',
  validate: 'check registered',
  vat: 'vat vies',
  version: 'versions history',
  wallet: 'address',
  webhook: 'hooks webhooks post',
  wordpress: 'cms framework tech detect',
  work: 'work proof',
  worker: 'worker proof',
  works: 'members roster',
};

/** Stem of a word: without plural and verb endings. */
export function stem(word: string): string {
  const ending = /(?:ies|ing|ed|es|s|e)$/.exec(word)?.[0] ?? '';
  const bare = word.slice(0, word.length - ending.length);
  if (bare.length < 3) return word;
  return ending === 'ies' ? `${bare}y` : bare.replace(/(.)\1$/, '$1');
}

export const splitWords = (text: string): string[] =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/e-mail/g, 'email')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !stopWords.has(word));

const relatedStems = new Map(
  Object.entries(relatedWords).map(([word, others]) => [stem(word), others.split(' ').map(stem)]),
);

/** The words of a query, each with related words. */
export function expandQuery(
  question: string,
): { readonly word: string; readonly others: readonly string[] }[] {
  const stems = [...new Set(splitWords(question).map(stem))];
  return stems.map((word) => ({ word, others: relatedStems.get(word) ?? [] }));
}
