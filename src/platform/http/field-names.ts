import { distance } from 'fastest-levenshtein';
import { asRecord } from '../decode.ts';
import { readQuantity, readTruth } from './field-values.ts';
import { baseOf, convertUnit, isNegation, namedUnit, rateOf, toKey, toWords, unitOf } from './field-words.ts';

/**
 * Names that callers of other APIs use for the same thing, by our name. Both must mean the same in kind and unit: a total
 * budget is no price per slot, a cap without a period no cap per day.
 */
const synonyms: Readonly<Record<string, string>> = {
  to: 'recipient receiver payee beneficiary',
  from: 'sender',
  with: 'partner other counterparty agent to from',
  screen_name: 'nick nickname login',
  agent: 'name',
  gig: 'job task',
  job: 'gig task',
  worker: 'contractor',
  payer: 'buyer customer client',
  evaluator: 'judge arbiter arbitrator referee',
  kill_fee_pct: 'cancellation_fee',
  evaluator_fee: 'judge_fee arbiter_fee',
  amount: 'ap points ap_amount sum',
  ap: 'amount points ap_amount salary wage',
  price: 'reward bounty cost ap points pay',
  expected_price: 'max_price price price_limit price_cap max_cost max_ap',
  spend_cap_ap_per_day:
    'daily_cap daily_limit daily_spend_cap daily_spend_limit daily_spending_cap daily_spending_limit daily_cap_ap cap_per_day',
  title: 'subject headline heading name',
  body: 'text message content description details msg',
  content: 'payload data text',
  value: 'content text note data body',
  reason: 'why',
  pitch: 'description mission about',
  topic: 'subject description prompt about title',
  bio: 'description about',
  text: 'content message input body contains',
  proof: 'result evidence deliverable submission output link url summary',
  workers: 'slots max_workers positions',
  tags: 'labels keywords categories',
  skills: 'capabilities abilities',
  room: 'channel board',
  private: 'members_only invite_only hidden secret',
  assign: 'assigned_to assignee assignees assign_to reserve reserved_for',
  depends_on: 'blocked_by prerequisite depends',
  deadline_h: 'due due_in time_limit within',
  hours: 'duration ttl valid_for extend_by',
  period: 'interval frequency cadence',
  if_hash: 'expected_hash hash etag if_match previous_hash prev_hash current_hash',
  find: 'search old old_string old_text',
  replace: 'replacement new new_string new_text',
  scopes: 'permissions',
  expires_at: 'expiry expires expiration valid_until',
  wallet: 'address wallet_address solana_address',
  notify: 'webhook webhook_url callback callback_url notify_url',
  target: 'url domain address host',
  url: 'link address uri website page href',
  repo: 'repository repository_url repo_url',
  image_url: 'image picture photo image_link',
  image_alt: 'alt alt_text image_description',
  length_s: 'duration',
  reply_to: 'in_reply_to reply_to_id parent_id replying_to',
  paths: 'files',
  stars: 'rating score',
  kind: 'type',
  q: 'query search term keyword',
  limit: 'count per_page page_size',
  since_id: 'after after_id',
  before_id: 'before',
  domain: 'host hostname',
  address: 'wallet account contract',
  hash: 'tx tx_hash txid transaction',
  json: 'data text input',
  gave: 'given give',
  got: 'received receive',
};

/** What says the opposite of a flag, a verb or a role. */
const opposites: Readonly<Record<string, string>> = {
  private: 'public open visible discoverable listed',
  away: 'online available present active here',
  approve: 'deny reject decline',
  accept: 'decline reject refuse',
  narration: 'silent mute muted',
  auto: 'manual',
  unread: 'read seen',
  resume: 'pause',
  to: 'from sender by',
};
/** Names that say no more than what a field holds: they mean the one field of a call that holds it. */
const kinds: Readonly<Record<string, string>> = {
  agent: 'agent name user username screen_name handle member to with who',
  text: 'text message msg content body description details comment note memo reason explanation summary about',
};
/** The pattern of a text that must not be blank. */
export const nonBlank = '\\S';
/** Shorter texts are names and labels. */
const minTextLength = 100;

type Properties = Readonly<Record<string, unknown>>;

/** What a field holds, as far as its schema tells. */
function kindOf(rule: unknown): string | undefined {
  const { 'x-holds': holds, type, pattern, format, enum: words, maxLength } = asRecord(rule);
  if (typeof holds === 'string') return holds;
  const isFree = pattern === undefined || pattern === nonBlank;
  const isText = type === 'string' && isFree && format === undefined && words === undefined;
  return isText && typeof maxLength === 'number' && maxLength >= minTextLength ? 'text' : undefined;
}

const synonymsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(synonyms).map(([ours, words]) => [ours, new Set(words.split(' ').map(toKey))]),
);

const oppositesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(opposites).map(([ours, words]) => [ours, new Set(words.split(' ').map(toKey))]),
);

/** Whether of two words each says the opposite of the other. */
export const areOpposite = (one: string, other: string): boolean =>
  oppositesOf.get(one)?.has(other) === true || oppositesOf.get(other)?.has(one) === true;

const kindsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(kinds).map(([kind, words]) => [kind, new Set(words.split(' ').map(toKey))]),
);

/** What one field asks to have done: `approved` of true, the opposite of `enabled` of false, `paused` of a status. */
export function actionSaid(name: string, value: unknown): { word: string; isOpposite: boolean } | undefined {
  const truth = readTruth(String(value));
  const words = toWords(name);
  if (truth !== undefined && typeof value !== 'number') {
    const plain = words.filter((word) => !isNegation(word));
    const key = (plain.length > 0 ? plain : words).join('_');
    const word = baseOf(key) || key;
    return word === ''
      ? undefined
      : { word, isOpposite: truth === words.some(isNegation) && plain.length > 0 };
  }
  const isText = kindsOf.get('text')?.has(baseOf(name)) === true;
  return typeof value === 'string' && !isText && /^[a-z]{3,20}$/i.test(value)
    ? { word: toKey(value), isOpposite: false }
    : undefined;
}

/**
 * The fields that a name certainly means: the one it spells, otherwise those of the same meaning, or the only one of its kind.
 * `subject` are words for what the call is about, which add nothing to a name: `post_id` of a post is its `id`.
 */
export function fieldsMeant(sent: string, properties: Properties, subject?: ReadonlySet<string>): string[] {
  const named = fieldsNamed(sent, properties, subject);
  if (named.length > 0) return named;
  const ofKind = fieldOfKind(sent, properties);
  return ofKind === undefined ? [] : [ofKind];
}

/** The fields that a name certainly means by itself; with a value, only those whose unit it tells. */
export function fieldsNamed(
  sent: string,
  properties: Properties,
  subject: ReadonlySet<string> = noWords,
  value?: unknown,
): string[] {
  const words = toWords(sent);
  const found = fieldsOfWords(words, properties, value);
  const rest = words.filter((word) => !subject.has(word));
  return found.length > 0 || rest.length === words.length ? found : fieldsOfWords(rest, properties, value);
}

/** A value with the unit that its name says, for a field in another one: `deadline_days: 2` is "2 day" of `deadline_h`. */
export function withUnitOf(sent: string, value: unknown): unknown {
  const unit = namedUnit(sent);
  return unit !== undefined && /^[\d.]+$/.test(String(value)) ? `${value} ${unit}` : value;
}

/** The flag that a name or a word means, also by its opposite: `public: false` is `private: true`. */
export function flagMeant(
  sent: string,
  value: unknown,
  properties: Properties,
): { field: string; value: unknown } | undefined {
  const words = toWords(sent);
  const bare = baseOf(words.filter((word) => !isNegation(word)).join('_'));
  const truth = readTruth(String(value));
  const isNegated = words.some(isNegation);
  const found = Object.entries(properties).flatMap(([field, rule]) => {
    if (![asRecord(rule).type].flat().includes('boolean')) return [];
    const [key, says] = truth === undefined ? [toKey(String(value)), true] : [bare, truth !== isNegated];
    const isSame = key === toKey(field) || synonymsOf.get(field)?.has(key);
    return isSame || oppositesOf.get(field)?.has(key) ? [{ field, value: isSame ? says : !says }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The only field of the kind that a name names. */
export function fieldOfKind(sent: string, properties: Properties): string | undefined {
  const words = toWords(sent);
  for (const [kind, kindWords] of kindsOf) {
    if (!kindWords.has(words.join('_')) && !words.every((word) => kindWords.has(word))) continue;
    const [only, another] = Object.keys(properties).filter((name) => kindOf(properties[name]) === kind);
    if (only !== undefined && another === undefined) return only;
  }
  return undefined;
}

const noWords: ReadonlySet<string> = new Set();

function fieldsOfWords(words: readonly string[], properties: Properties, value?: unknown): string[] {
  const names = Object.keys(properties);
  const key = words.join('_');
  const spelt = names.filter((name) => toKey(name) === key);
  if (spelt.length > 0) return spelt;
  const base = baseOf(key);
  const meant = names.filter((name) => {
    const isMeant = (word: string) => synonymsOf.get(name)?.has(word) === true;
    const isSameBase = base === baseOf(name) && (base !== '' || namedUnit(key) !== undefined);
    const isNamed = isMeant(key) || ((isSameBase || isMeant(base)) && rateOf(key) === rateOf(name));
    return isNamed && tellsUnit(key, value, name);
  });
  return meant.length > 0 ? meant : names.filter((name) => isMisspelt(words, toWords(name)));
}

/** Whether a number under another name is in the field's unit or in one that can be converted to it. */
function tellsUnit(sent: string, value: unknown, field: string): boolean {
  const [own, from] = [unitOf(field), namedUnit(sent)];
  if (from !== undefined) return own !== undefined && convertUnit(1, from, own) !== undefined;
  const isPlain = own === undefined || convertUnit(1, own, 'ap') !== undefined || value === undefined;
  return isPlain || (Number.isNaN(Number(value)) && readQuantity(String(value), field) !== undefined);
}

/** The words of a path and its operation, as they stand in field names. */
export const subjectWords = (...names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap(toWords));

/** Every word on its own, because `min_price` and `max_price` differ in two letters; short words must be equal. */
function isMisspelt(sent: readonly string[], words: readonly string[]): boolean {
  return sent.length === words.length && words.every((word, at) => isTypoOf(sent[at] ?? '', word));
}

function isTypoOf(sent: string, word: string): boolean {
  const errors = distance(sent, word);
  const letters = (text: string) => [...text].sort().join('');
  const isTransposed = errors === 2 && word.length > 3 && letters(sent) === letters(word);
  return errors <= (word.length < 4 ? 0 : word.length < 7 ? 1 : 2) || isTransposed;
}

/** The fields that a name may mean: those that share a word with it or with a name of the same meaning. */
export function fieldsResembling(sent: string, names: readonly string[]): string[] {
  const words = new Set(toWords(sent).filter((word) => word.length > 2));
  const shares = (name: string) => toWords(name).some((word) => words.has(word));
  return names.filter((name) => shares(name) || [...(synonymsOf.get(name) ?? [])].some(shares));
}
