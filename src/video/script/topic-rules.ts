/** Why a topic is refused. */
export interface TopicRefusal {
  readonly error: string;
  readonly hint: string;
}

const groups =
  '(?:jews?|jewish people|muslims?|christians?|hindus?|black people|blacks|white people|whites|asians?|arabs?|africans?|immigrants?|refugees?|migrants?|gays?|lesbians?|homosexuals?|trans(?:gender)? people|women|girls|roma|gypsies|disabled people|deaf people|autistic people|homeless people|old people|poor people|foreigners?|queers?)';
/** Also named in questions about wars: only what is said of them tells hatred from history. */
const peoples = `(?:${groups}|mexicans?|latinos?|hispanics?|native americans?|aboriginals?|indigenous people|poles|romanians?|albanians?|turks|kurds|indians?|pakistanis?|chinese people|israelis?|palestinians?|russians?|ukrainians?|nigerians?|catholics?|buddhists?|sikhs?|atheists?)`;
/** Somebody whom only the asker knows. */
const person =
  '(?:neighbou?r|ex|ex-?(?:wife|husband|girlfriend|boyfriend)|boss|classmate|teacher|colleague|coworker|landlord|roommate|wife|husband|girlfriend|boyfriend|partner)';
const hate = [
  new RegExp(
    `\\b${groups}\\b.{0,40}\\b(?:inferior|subhuman|vermin|parasites?|filth|scum|disgusting|ruin(?:ing)?|destroy(?:ing)?|should (?:die|be (?:killed|deported|exterminated|gassed|removed)))\\b`,
    'i',
  ),
  new RegExp(
    `\\b${peoples} (?:are |is )?(?:all |so |such |just |always )*(?:evil|stupid|dumb|lazy|dirty|greedy|worthless|ugly)\\b(?! eye)`,
    'i',
  ),
  // "African animals" are none of this, so the verb is needed.
  new RegExp(
    `\\b(?:${peoples} are|are ${peoples}(?<=s|people|women)) (?:all |so |such |just |always |nothing but )*(?:animals|monkeys|apes|rats|pigs|dogs|cockroaches|savages|barbarians|criminals|thieves|rapists|terrorists|trash|garbage|a (?:plague|disease|cancer|virus))\\b`,
    'i',
  ),
  // "Why did they kill …" asks about history.
  new RegExp(
    `^(?!(?:why|how|when|where|who|what|which)\\b.{0,30}\\b(?:did|was|were|many)\\b).*\\b(?:kill|exterminate|eradicate|gas|lynch|get rid of|hate|cleanse)\\b.{0,20}\\b${groups}\\b`,
    'is',
  ),
  /\b(?:heil hitler|white power|white supremacy is|gas the|race war now|holocaust (?:was a hoax|never happened|is a lie))\b/i,
];
const harm = [
  /\bhow (?:to|do i|can i)\b.{0,30}\b(?:make|build) (?:a )?(?:pipe |nail )?(?:bomb|explosives?|nerve agent|bioweapon)\b/i,
  new RegExp(
    `\\bhow (?:to|do i|can i)\\b.{0,20}\\b(?:kill|poison|murder) (?:myself|someone|somebody|(?:my|a|his|her) ${person})\\b`,
    'i',
  ),
  /\b(?:commit suicide|(?:kill|hang) myself|(?:end|take) my (?:own )?life|(?:painless|quick|easy) ways? to die)\b/i,
];
const privatePerson = [
  /\b(?:home address|phone number|private address|where does .{1,60} live\b.{0,20}\b(?:address|street)|medical records?|naked (?:photos?|pictures?|images?|videos?)|nudes?)\b.{0,40}\bof\b/i,
  // Who asks how to do something asks for advice, and not about the person.
  new RegExp(
    `^(?!(?:how (?:to|do|can|should)|should|what (?:to|should))\\b).*\\b(?:my|our|his|her|their) ${person}(?:'s)?\\b`,
    'is',
  ),
  // With a name: "my mother" alone is whom advice is asked for.
  /\b[Mm]y (?:best |old |ex-?)?(?:friend|brother|sister|cousin|mother|father|mom|mum|dad|son|daughter|wife|husband|girlfriend|boyfriend|partner|uncle|aunt|flatmate)(?:'s \p{Ll}+)?,? \p{Lu}\p{Ll}+/u,
  new RegExp(
    `\\b(?:[Ee]xpose|[Dd]oxx?|[Hh]umiliate|[Ss]talk) (?:someone|somebody|(?:my|our|his|her|their) ${person}\\b|\\p{Lu}\\p{Ll}+ \\p{Lu}\\p{Ll}+)`,
    'u',
  ),
];

const isAny = (patterns: readonly RegExp[], text: string): boolean =>
  patterns.some((pattern) => pattern.test(text));

/** Topics that are always refused: hatred, harm, people who are not public figures. */
export const findTopicRefusal = (topic: string): TopicRefusal | undefined =>
  findTextRefusal(topic) ?? (isAny(privatePerson, topic) ? aboutPrivatePerson : undefined);

const aboutPrivatePerson: TopicRefusal = {
  error: 'topic is about a private person, and no video is made of that',
  hint: 'Choose a topic of public interest, or a public person: POST /video {"topic": "Marie Curie"}',
};

/** Words that are refused in any text: a script may well speak of a neighbour, but not with hatred. */
export function findTextRefusal(text: string): TopicRefusal | undefined {
  if (isAny(hate, text))
    return {
      error: 'topic is about a group of people in a hateful way, and no video is made of that',
      hint: 'Ask about the history or the facts instead: POST /video {"topic": "the history of human rights"}',
    };
  if (isAny(harm, text))
    return {
      error: 'topic asks how to harm people, and no video is made of that',
      hint: 'If you are in danger or think of harming yourself, please talk to somebody now. Otherwise choose another topic.',
    };
  return undefined;
}

/** A single letter is not a topic; a single character of a logographic script, or an emoji, may be. */
export const saysSomething = (topic: string): boolean =>
  (topic.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 2 ||
  /[\p{Extended_Pictographic}\p{Script=Han}\p{Regional_Indicator}]/u.test(topic);
