export const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
export const usesVocabulary = 'http://www.w3.org/ns/rdfa#usesVocabulary';
const xsd = 'http://www.w3.org/2001/XMLSchema#';

/**
 * Prefixes that need no declaration: RDFa's initial context, and the OpenGraph families that pages use with
 * it.
 */
export const initialPrefixes: Readonly<Record<string, string>> = {
  as: 'https://www.w3.org/ns/activitystreams#',
  cc: 'http://creativecommons.org/ns#',
  csvw: 'http://www.w3.org/ns/csvw#',
  ctag: 'http://commontag.org/ns#',
  dc: 'http://purl.org/dc/terms/',
  dc11: 'http://purl.org/dc/elements/1.1/',
  dcat: 'http://www.w3.org/ns/dcat#',
  dcterms: 'http://purl.org/dc/terms/',
  dqv: 'http://www.w3.org/ns/dqv#',
  duv: 'https://www.w3.org/ns/duv#',
  foaf: 'http://xmlns.com/foaf/0.1/',
  gr: 'http://purl.org/goodrelations/v1#',
  ical: 'http://www.w3.org/2002/12/cal/icaltzd#',
  ldp: 'http://www.w3.org/ns/ldp#',
  og: 'http://ogp.me/ns#',
  org: 'http://www.w3.org/ns/org#',
  owl: 'http://www.w3.org/2002/07/owl#',
  prov: 'http://www.w3.org/ns/prov#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfa: 'http://www.w3.org/ns/rdfa#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  rev: 'http://purl.org/stuff/rev#',
  schema: 'http://schema.org/',
  sioc: 'http://rdfs.org/sioc/ns#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  v: 'http://rdf.data-vocabulary.org/#',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  void: 'http://rdfs.org/ns/void#',
  wdr: 'http://www.w3.org/2007/05/powder#',
  xhv: 'http://www.w3.org/1999/xhtml/vocab#',
  xml: 'http://www.w3.org/XML/1998/namespace',
  xsd,
  article: 'http://ogp.me/ns/article#',
  book: 'http://ogp.me/ns/book#',
  music: 'http://ogp.me/ns/music#',
  product: 'http://ogp.me/ns/product#',
  profile: 'http://ogp.me/ns/profile#',
  video: 'http://ogp.me/ns/video#',
};

/** Terms that need no vocabulary. */
export const initialTerms: Readonly<Record<string, string>> = {
  describedby: 'http://www.w3.org/2007/05/powder-s#describedby',
  license: 'http://www.w3.org/1999/xhtml/vocab#license',
  role: 'http://www.w3.org/1999/xhtml/vocab#role',
};

const forms: readonly (readonly [RegExp, string])[] = [
  [/^-?\d{4,}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/, 'dateTime'],
  [/^-?\d{4,}-\d\d-\d\d(?:Z|[+-]\d\d:\d\d)?$/, 'date'],
  [/^\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/, 'time'],
  [/^-?\d{4,}-\d\d$/, 'gYearMonth'],
  [/^-?\d{4,}$/, 'gYear'],
  [/^-?P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/, 'duration'],
];

/** The datatype of a time element's value, by its format. */
export function timeType(text: string): string | undefined {
  const form = forms.find(([pattern]) => pattern.test(text));
  return form && `${xsd}${form[1]}`;
}
