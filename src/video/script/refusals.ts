import { splitSentences } from '../voice/sentences.ts';

/** Why a text is refused. */
export interface TopicRefusal {
  readonly error: string;
  readonly hint: string;
}

/** What a text asks for is judged by its parts: who asks for instruction, to do what, to whom or with what. */
type Part = keyof typeof parts;
interface Rule {
  /** In one sentence, all of them; the text between is free. */
  readonly has: readonly Part[];
  readonly unless?: readonly Part[];
}

/** Words of a part; a space inside stands for any space, a final star for any ending. */
const anyOf = (...lists: readonly string[]): RegExp => {
  const words = lists.flatMap((list) => list.split(/\s*\|\s*/));
  const written = words.map((word) => word.trim().replaceAll('*', '\\p{L}*').replaceAll(' ', '[\\s-]+'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${written.join('|')})(?![\\p{L}\\p{N}-])`, 'iu');
};

const peoples = `jews?|jewish people|muslims?|christians?|hindus?|sikhs?|buddhists?|catholics?|atheists?|infidels?|blacks|black people|black men|whites|white people|asians?|arabs?|africans?|immigrants?|refugees?|migrants?|foreigners?|gays?|lesbians?|homosexuals?|queers?|trans(?:gender)? people|women|girls|roma|gypsies|tutsis?|slavs?|disabled people|deaf people|autistic (?:people|children)|homeless people|old people|poor people|mexicans?|latinos?|hispanics?|native americans?|aboriginals?|indigenous people|poles|romanians?|albanians?|turks|kurds|indians?|pakistanis?|chinese people|israelis?|palestinians?|russians?|ukrainians?|nigerians?`;
const known =
  'neighbou?rs?|ex|ex (?:wife|husband|girlfriend|boyfriend)|boss|classmates?|teacher|colleague|coworkers?|landlord|roommate|wife|husband|girlfriend|boyfriend|partner|friend|brother|sister|stepsister|cousin|mother|father|mom|mum|dad|son|daughter|parents|uncle|aunt|flatmate|grandmother|grandfather|family';
/** Somebody in particular, of whom or to whom something is to be done. */
const somebody = `someone|somebody|people|a (?:person|man|woman|girl|boy|child|kid|baby|cop|politician|president|journalist|judge|teacher|witness|prisoner|streamer|celebrity|date)|the president|her|him|them|children|kids|my (?:\\p{L}+ )?(?:${known})(?:['’]s)?|an? (?:crowd|actress|actor|ex)`;
const places =
  'school|church|mosque|synagogue|hospital|power (?:station|plant|grid)|train|airport|plane|bridge|house|crowd|water supply|government|parliament|embassy';
const drug =
  'meth|crystal meth|methamphetamines?|amphetamines?|mdma|dmt|lsd|ghb|pcp|ketamine|heroin|cocaine|crack|fentanyl|opium|opioids?|morphine|codeine|xanax|adderall|bath salts|weed|cannabis|marijuana|magic mushrooms|synthetic cannabinoids|anabolic steroids';
const weapon =
  'explosives?|grenades?|molotov(?: cocktails?)?|napalm|thermite|nitroglycerine?|tatp|ricin|sarin|vx|anthrax|nerve (?:agent|gas)|mustard gas|chlorine gas|bio ?weapons?|chemical weapons?|suicide vest|(?:pipe|nail|dirty|car|letter|fertilizer) bombs?|ghost guns?|ammunition';

const parts = {
  /** Instruction is asked for, not information: "how to", but not "how the war began". */
  instruction: anyOf(
    'how (?:to|do i|do you|do we|can i|can you|could i|should i)|(?:best|easiest|quickest|fastest|cheapest|safest|painless|quick|easy|reliable) (?:way|method|dose)s?|ways? to|methods? of|step by step|steps|recipe|instructions|tutorial|guide (?:to|for)|tips|where (?:to|can i|do i)|teach me|show me|give me|help me|plan',
    '(?<=^)(?:make|build|buy|sell|cook|produce|get|order|grow|smuggle)',
  ),
  /** It is asked about: how it is prevented, treated, told or forbidden. */
  information: anyOf(
    'histor*|prevent*|treat*|recover*|quit*|symptoms?|warning signs?|laws?|legal*|illegal in|explained|protect*|recogni*|detect*|danger*|crisis|trivia|films?|movies?|series|novels?|myths?|statistics|studies|awareness|surviv*|safety|talk (?:to|with|about)|talks about|without poison|help (?:a|my|someone|somebody|people|teens?|teenagers|friends?)|stop (?:someone|people|a|the|my)|report|addict*|rehab*|against|avoid|support|los(?:ing|t|s)|grief',
  ),
  pastQuestion:
    /^(?:why|how|when|where|who|what|which)\b.{0,30}\b(?:did|was|were|many)\b|^the (?:history|story|origins?) of\b/i,
  peoples: anyOf(peoples),
  contempt: new RegExp(
    `(?<![\\p{L}])(?:${peoples})\\b (?:are |is |were )?(?:all |so |such |just |always |nothing but |an? |the |on |from )*(?:inferior|subhuman|not human|vermin|parasites?|filth|scum|disgusting|ruin(?:ing)?|destroy(?:ing)?|poison(?:ing)?|evil|stupid|dumb|lazy|dirty|greedy|worthless|ugly(?! eye)|sneaky|less (?:intelligent|human)|property|monsters?|burden|invasion|disease|society)\\b|(?:superior|master) race|race is superior`,
    'iu',
  ),
  likened: new RegExp(
    `\\b(?:(?:${peoples}) (?:are|were)|are (?:${peoples})(?<=s|people|women)) (?:all |so |such |just |always |nothing but |the |an? )*(?:animals|monkeys|apes|rats|pigs|dogs|cockroaches|savages|barbarians|criminals|thieves|rapists|terrorists|trash|garbage|plague|disease|cancer|virus)\\b`,
    'iu',
  ),
  fate: new RegExp(
    `\\b(?:${peoples})\\b.{0,20}\\b(?:should|must|deserve to|ought to|need to|belong)\\b.{0,15}\\b(?:die|chains|not (?:live|exist|vote)|be (?:killed|deported|exterminated|gassed|removed|driven out|sterilised|sterilized|stoned|put to death|shot|hanged))\\b|\\b(?:kill|exterminate|eradicate|gas|lynch|get rid of|hate|cleanse)\\b.{0,20}\\b(?:${peoples})\\b`,
    'iu',
  ),
  praise:
    /\b(?:heil hitler|white power|white supremacy is|gas the|race war now|ethnic cleansing is the|great replacement is real|holocaust (?:was a hoax|never happened|is a lie))\b|\b(?:prais\w+|celebrat\w+|hymn|recruitment|join)\b.{0,25}\b(?:hitler|nazis?|nazi germany|ss|ku klux klan|isis|lynching|shooter|massacre)\b|\bhitler was right\b/i,
  self: anyOf(
    '(?:kill|hang|hurt|harm|cut|choke|starve|poison|drown|punish|burn|stab|shoot)(?:ing)? (?:myself|yourself|(?:my|your) (?:own )?(?:body|skin|wrists?|arms?))|slit (?:my|your) wrists?|(?:end|take|ending|taking) (?:my|your) (?:own )?life|end it all(?=[.!?]?$)|end it all (?:tonight|now|quickly)',
    '(?:do not|don.t) want to (?:live|be alive|exist)|want to die|(?:no ?one|nobody) would miss me|my suicide note|commit suicide|die (?:in your sleep )?on purpose|fall to my death|for myself noose',
  ),
  suicide: anyOf(
    'suicide|suicidal|self harm|make cutting|overdos*|lethal dose|noose for myself|exit bag|to die(?=[.!?]?$)|to die (?:at home|tonight|now|quickly|painlessly|on purpose|alone|in my sleep)|end my life|pro ana|thinspiration|purg* without|stop eating completely|hid* anorexia',
  ),
  means: anyOf(
    'pact|pills?|bag|cop|note|bridge|methods?|romantic|beautiful|is the right|look cool|challenge|how many|peaceful|thinspiration|completely|anorexia',
  ),
  drug: anyOf(drug),
  drugTrade: anyOf(
    '(?:sell*|deal*|smuggl*|hid*|launder*) (?:\\p{L}+ )?drugs?|(?:buy|order|ship) (?:illegal )?drugs (?:online|on|by|from)|become a drug dealer|kids to sell drugs',
  ),
  drugDeed: anyOf(
    'make|making|cook*|synthesi*|extract*|produc*|grow|growing|press|smuggl*|ship|buy*|order|sell*|deal*|cut|inject*|smok*|snort*|huff*|dos*|hide|import|steal|convert*|mix*|recruit*|launder*|spik*|swallow*|recipe|get .*prescri*|run a|should try|high on|turn',
  ),
  weapon: anyOf(weapon),
  /** "A gun", but not "a glue gun" or "a bomb shelter". */
  loose:
    /\b(?:an?|the|my|your|real|working|untraceable|illegal|homemade|unregistered)\s(?:bomb|gun|rifle|silencer|firearm)\b(?=\s*(?:$|[.?!,]|(?:from|with|out|at|in|into|for|to|without|that|on|using)\b))/i,
  weaponDeed: anyOf(
    'make|making|build*|construct*|print|3d print|convert*|culture|enrich*|weaponi*|smuggl*|obtain|buy|get|hide|assembl*|through airport',
  ),
  violence: anyOf(
    'kill*|murder*|poison*|stab*|strangl*|shoot|assassinat*|kidnap*|tortur*|behead*|beat up|drug a|drug someone|drug somebody|groom|rape|drive .{0,12} into|hire a hitman|hitman|attack*',
  ),
  somebody: anyOf(somebody),
  destruction: anyOf(
    'shoot up|attack|blow up|burn down|set fire to|derail|bomb|poison|(?:school|mass) shooting',
  ),
  place: anyOf(places, '(?:school|mass) shooting'),
  explicit: anyOf(
    'porn|porno|pornograph*|xxx|blow ?jobs?|hentai|gang ?bangs?|orgy|threesome|fuck*|bestiality|incest|upskirts?|lolita|horny|nudes|cum (?:compilation|shot)s?|erotic (?:videos?|stor*|massage)|(?:nude|naked) (?:photos?|pictures?|images?|videos?|girls?|schoolgirls?|women|woman|teens?|child*)|sex (?:stor*|tapes?|videos?|scenes?|slaves?|with (?!education))|anal sex|strip ?tease|sexual (?:torture|fantas*)|rape fantas*|explicit (?:sex|video|scenes?)|masturbat* on|moaning|undress* (?:girls?|my)|(?:buy|pay for) sex|big tits|pussy',
  ),
  spying: anyOf(
    'track|hack*|spy on|dox+|stalk*|follow (?:a|my|her|him)|blackmail*|harass*|humiliat*|shame|bully|expose|impersonat*|phish*|swat|install spyware|gps tracker on|read (?:my|her|his) \\p{L}+(?:.s)? (?:messages|mail|diary)|listen in on|spread rumou?rs about|steal (?:someone|somebody).s|take over (?:my|her|his)|open my \\p{L}+(?:.s) bank|secretly film|clone my|threaten*|make everyone hate|scam (?:old|elderly) people|find .* lives|undressing|out my',
  ),
  advice: /^(?:how (?:to|do|can|should)|should|what (?:to|should))\b/i,
  privateFact:
    /\b(?:home address|phone number|private address|where does .{1,60} live\b.{0,20}\b(?:address|street)|medical records?|credit card number|social security number)\b.{0,40}\b(?:of|for)\b|\bwhere does my\b.{0,40}\blive\b/i,
  acquaintance:
    /\b(?:my|our|his|her|their) (?:neighbou?r|ex|ex-?(?:wife|husband|girlfriend|boyfriend)|boss|classmate|teacher|colleague|coworker|landlord|roommate|wife|husband|girlfriend|boyfriend|partner)(?:['’]s)?\b/i,
  // With a name: "my mother" alone is whom advice is asked for.
  namedRelation: new RegExp(`\\b[Mm]y (?:best |old )?(?:${known})(?:'s \\p{Ll}+)?,? \\p{Lu}\\p{Ll}+`, 'u'),
  exposed: /\b(?:[Ee]xpose|[Dd]oxx?|[Hh]umiliate|[Ss]talk|[Ss]hame|[Hh]arass) \p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u,
} as const;

const hate: readonly Rule[] = [
  { has: ['contempt'], unless: ['pastQuestion'] },
  { has: ['likened'], unless: ['pastQuestion'] },
  { has: ['fate'], unless: ['pastQuestion'] },
  { has: ['praise'], unless: ['pastQuestion'] },
];
const selfHarm: readonly Rule[] = [
  { has: ['self'], unless: ['information'] },
  { has: ['suicide', 'instruction'], unless: ['information'] },
  { has: ['suicide', 'means'], unless: ['information', 'pastQuestion'] },
];
const harm: readonly Rule[] = [
  { has: ['instruction', 'drug', 'drugDeed'], unless: ['information'] },
  { has: ['instruction', 'drugTrade'], unless: ['information'] },
  { has: ['instruction', 'weapon', 'weaponDeed'], unless: ['information'] },
  { has: ['instruction', 'loose', 'weaponDeed'], unless: ['information'] },
  { has: ['instruction', 'violence', 'somebody'], unless: ['information'] },
  { has: ['instruction', 'destruction', 'place'], unless: ['information'] },
];
const sexual: readonly Rule[] = [{ has: ['explicit'], unless: ['information'] }];
const privateLife: readonly Rule[] = [
  { has: ['privateFact'], unless: ['information'] },
  { has: ['spying', 'somebody'], unless: ['information'] },
  { has: ['acquaintance'], unless: ['advice'] },
  { has: ['namedRelation'], unless: ['advice'] },
  { has: ['exposed'] },
];

export const helpHint =
  'If you feel like this, you need not be alone with it: please talk to somebody now. findahelpline.com lists people who listen, free and in your language; if you are in danger, call your emergency number.';
const refusals = {
  hate: {
    error: 'topic is about a group of people in a hateful way, and no video is made of that',
    hint: 'Ask about the history or the facts instead: POST /video {"topic": "the history of human rights"}',
  },
  selfHarm: {
    error: 'this server makes no video about ways to hurt yourself',
    hint: helpHint,
  },
  harm: {
    error: 'topic asks how to harm people, and no video is made of that',
    hint: 'Ask about the history, the dangers or the law instead, or choose another topic.',
  },
  sexual: {
    error: 'topic is sexually explicit, and no video is made of that',
    hint: 'Choose another topic; education about the body is welcome: POST /video {"topic": "how puberty changes the body"}',
  },
  private: {
    error: 'topic is about a private person, and no video is made of that',
    hint: 'Choose a topic of public interest, or a public person: POST /video {"topic": "Marie Curie"}',
  },
} as const satisfies Record<string, TopicRefusal>;

const isAny = (rules: readonly Rule[], text: string): boolean =>
  rules.some(
    ({ has, unless = [] }) =>
      has.every((part) => parts[part].test(text)) && !unless.some((part) => parts[part].test(text)),
  );

/** Topics that are always refused: hatred, harm, and people who are not public figures. */
export const findTopicRefusal = (topic: string): TopicRefusal | undefined =>
  findTextRefusal(topic) ?? (isAny(privateLife, topic) ? refusals.private : undefined);

/** What is refused in any text: a script may well speak of a neighbour, but not with hatred. */
export function findTextRefusal(text: string): TopicRefusal | undefined {
  for (const sentence of splitSentences(text)) {
    if (isAny(selfHarm, sentence)) return refusals.selfHarm;
    if (isAny(hate, sentence)) return refusals.hate;
    if (isAny(harm, sentence)) return refusals.harm;
    if (isAny(sexual, sentence)) return refusals.sexual;
  }
  return undefined;
}

/** A single letter is not a topic; a single character of a logographic script, or an emoji, may be. */
export const saysSomething = (topic: string): boolean =>
  (topic.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 2 ||
  /[\p{Extended_Pictographic}\p{Script=Han}\p{Regional_Indicator}]/u.test(topic);
