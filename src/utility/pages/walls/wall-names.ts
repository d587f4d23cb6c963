/** Walls that sites name in their markup. */
export type NamedWall = 'consent' | 'paywall' | 'age' | 'queue' | 'region' | 'error';

/** Words in the `id` and `class` of the elements that hold a wall, whatever its language. */
const wallNames: readonly (readonly [NamedWall, RegExp])[] = [
  [
    'consent',
    /(?:cookie|consent|gdpr|rodo|privacy|tracking)s?[-_]?(?:wall|gate|layer|message|popup|pop-up|modal|banner|bar|notice|dialog|overlay|box|info|hint|law|manager|container|wrapper|screen|content|prompt|policy-(?:bar|popup))|cookie-?consent|(?:^|[\s_-])cmp(?:$|[\s_-])|cmp(?:box|wrapper|container)|sp[-_]message|onetrust|didomi|usercentrics|qc-cmp2|fc-consent|truste|cybot|contentwall|borlabs|iubenda|klaro|tarteaucitron|cc-window|cookies?(?:$|\s)/i,
  ],
  [
    'paywall',
    /pay[-_]?wall|reg(?:istration)?[-_]?wall|(?:article|premium|subscri\w{0,8}|charge|meter(?:ed)?|login|member(?:ship)?s?|plus|abo|signup|auth|reader)[-_]?(?:wall|gate|barrier)|pay[-_]?(?:layer|barrier|gate)|(?:article|content|story|text)[-_](?:locked|lock|restricted|closed)|locked[-_](?:article|content)|subscriber[-_]only|premium[-_](?:overlay|box|offer|article|teaser)|subscri\w{0,8}[-_](?:offer|box|overlay|promo|teaser|message)|(?:offer|abo)[-_](?:teaser|box|wall)/i,
  ],
  [
    'age',
    /(?:^|[\s_-])age[-_]?(?:gate|check|verif\w*|confirm\w*|wall|restrict\w*|popup|modal|warning|overlay)|adult[-_]?(?:wrap|check|gate|verif\w*|warning|only)|(?:alters|leeftijds?)[-_]?(?:abfrage|check|controle|verifikation|kontrolle|prüfung|pruefung)/i,
  ],
  ['queue', /waiting[-_]?room|(?:^|[\s_-])queue(?:$|[\s_-])|queue-?it|netfunnel|wachtrij|warteschlange/i],
  [
    'region',
    /(?:geo|region|country|location)[-_]?(?:block\w*|restrict\w*|error|denied|wall|unavailable)|access[-_]?denied|ip[-_]?block/i,
  ],
  [
    'error',
    /(?:error|page|http)[-_]?40[34]|(?:^|[\s_-])404(?:$|[\s_-])|not[-_]?found|error[-_]?page|(?:^|[\s_-])maintenance|browser[-_](?:not[-_]supported|unsupported|outdated)|(?:^|[\s_-])unsupported(?:$|[\s_-])|unsupportedbrowser|session[-_]?(?:expired|timeout)/i,
  ],
];

/** The wall that an element is named after. */
export function namedWall({ id = '', class: classes = '' }: Record<string, string>): NamedWall | null {
  const names = `${id} ${classes}`;
  return wallNames.find(([, pattern]) => pattern.test(names))?.[0] ?? null;
}

/** Content management systems name the body of a page that they did not find. */
export const missingBody =
  /<body\b[^<>]{0,1000}["'\s](?:error404|page-404|cms-no-?route(?:-index)?|template-404|error-404|is-404)["'\s]/i;
