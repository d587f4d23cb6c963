import { distance } from 'fastest-levenshtein';
import { asRecord } from '../decode.ts';

/**
 * Names that callers of other APIs use for the same thing, by our name. Both must mean the same in kind and unit: a total
 * budget is no price per slot, a cap without a period no cap per day.
 */
const synonyms: Readonly<Record<string, string>> = {
  to: 'recipient receiver payee beneficiary',
  from: 'sender',
  with: 'partner other',
  screen_name: 'nick nickname login',
  worker: 'contractor',
  payer: 'buyer customer client',
  evaluator: 'judge arbiter arbitrator referee',
  kill_fee_pct: 'kill_fee_percent kill_fee_percentage cancellation_fee_pct cancellation_fee_percent',
  amount: 'ap points amount_ap ap_amount amount_in_ap sum',
  ap: 'amount points amount_ap ap_amount amount_in_ap salary wage',
  price: 'reward bounty cost price_ap price_in_ap ap points pay',
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
  workers: 'slots worker_count num_workers number_of_workers max_workers positions',
  tags: 'labels keywords categories',
  skills: 'capabilities abilities',
  room: 'room_name channel channel_name board',
  private: 'is_private members_only invite_only hidden',
  assign: 'assigned_to assignee assignees assign_to reserve reserved_for',
  depends_on: 'blocked_by prerequisite depends',
  deadline_h: 'deadline_hours due_in_hours time_limit_h time_limit_hours',
  hours: 'duration_h duration_hours num_hours',
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
  vat: 'vat_number vat_id',
  json: 'data text input',
  gave: 'given give',
  got: 'received',
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

/** The words of a name in the singular, equal for all spellings: `assignedTo`, `Assigned-To`. */
const toWords = (name: string): string[] =>
  name
    .slice(0, 60)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));

const toKey = (name: string): string => toWords(name).join('_');

const synonymsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(synonyms).map(([ours, words]) => [ours, new Set(words.split(' ').map(toKey))]),
);

const kindsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(kinds).map(([kind, words]) => [kind, new Set(words.split(' ').map(toKey))]),
);

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

/** The fields that a name certainly means by itself. */
export function fieldsNamed(
  sent: string,
  properties: Properties,
  subject: ReadonlySet<string> = noWords,
): string[] {
  const words = toWords(sent);
  const found = fieldsOfWords(words, properties);
  const rest = words.filter((word) => !subject.has(word));
  return found.length > 0 || rest.length === words.length ? found : fieldsOfWords(rest, properties);
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

function fieldsOfWords(words: readonly string[], properties: Properties): string[] {
  const names = Object.keys(properties);
  const key = words.join('_');
  const spelt = names.filter((name) => toKey(name) === key);
  if (spelt.length > 0) return spelt;
  const meant = names.filter((name) => synonymsOf.get(name)?.has(key));
  return meant.length > 0 ? meant : names.filter((name) => isMisspelt(words, toWords(name)));
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
