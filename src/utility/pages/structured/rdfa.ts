import { type Element, isTag, type ParentNode } from 'domhandler';
import type { ParsedPage } from '../parsed-page.ts';
import { squeeze, textOf } from '../tree.ts';
import { initialPrefixes, initialTerms, rdfType, timeType, usesVocabulary } from './rdfa-terms.ts';

/** A node and its properties, in the expanded form of JSON-LD. */
export type RdfaNode = { '@id': string; '@type'?: string[] } & Record<string, unknown>;

interface Value {
  '@id'?: string;
  '@value'?: string;
  '@type'?: string;
  '@language'?: string;
}

/** Evaluation context that an element passes to its descendants. */
interface Context {
  readonly subject: string;
  readonly object: string;
  readonly incomplete: readonly { readonly predicate: string; readonly forward: boolean }[];
  readonly prefixes: Readonly<Record<string, string>>;
  readonly vocab: string | null;
  readonly language: string | undefined;
}

const maxTriples = 50_000;
const roots = new Set(['head', 'body']);

/** RDFa 1.1 in HTML, by the processing rules of the recommendation. */
export function rdfa(page: ParsedPage): RdfaNode[] {
  return new Processor(page).nodes();
}

class Processor {
  readonly #page: ParsedPage;
  readonly #base: string;
  readonly #nodes = new Map<string, RdfaNode>();
  readonly #addedTriples = new Set<string>();
  #blanks = 0;
  #triples = 0;

  constructor(page: ParsedPage) {
    this.#page = page;
    const base = new URL(page.base);
    base.hash = '';
    this.#base = base.href;
  }

  nodes(): RdfaNode[] {
    const open: [ParentNode, Context][] = [
      [
        this.#page.root,
        {
          subject: this.#base,
          object: this.#base,
          incomplete: [],
          prefixes: initialPrefixes,
          vocab: null,
          language: undefined,
        },
      ],
    ];
    // An explicit stack, so that deep pages do not exhaust the call stack; nodes keep document order.
    for (let pair = open.pop(); pair && this.#triples < maxTriples; pair = open.pop()) {
      const [parent, context] = pair;
      const here = isTag(parent) ? this.#element(parent, context) : context;
      for (let i = parent.children.length - 1; i >= 0; i -= 1) {
        const child = parent.children[i];
        if (child && isTag(child)) open.push([child, here]);
      }
    }
    return [...this.#nodes.values()];
  }

  /** The sequence of RDFa Core 7.5 for one element; the numbers are its steps. */
  #element(element: Element, context: Context): Context {
    const { attribs } = element;
    const scoped = { ...context, ...this.#scope(element, context) };
    if (!hasRdfa(attribs)) return scoped;
    const isRoot = element.parent === this.#page.root && element.name === 'html';
    const inherits = roots.has(element.name);
    const names = (value: string | undefined) =>
      words(value).flatMap((each) => this.#term(each, scoped) ?? []);
    const resource = (value: string | undefined) => this.#resource(value, scoped);
    const link = () => resource(attribs.resource) ?? this.#iri(attribs.href) ?? this.#iri(attribs.src);
    const about = resource(attribs.about);
    const typed = attribs.typeof !== undefined;
    const properties = names(attribs.property);
    // In HTML, plain rel keywords keep their browser meaning when a property is present.
    const rdfaMeaning = (value: string | undefined) =>
      attribs.property === undefined
        ? value
        : words(value)
            .filter((each) => each.includes(':'))
            .join(' ') || undefined;
    const [rel, rev] = [rdfaMeaning(attribs.rel), rdfaMeaning(attribs.rev)];
    const hasRel = rel !== undefined || rev !== undefined;

    let subject: string | null = null;
    let object: string | null = null;
    let typedResource: string | null = null;
    let skip = false;
    const fallback = isRoot ? this.#base : inherits ? context.object : null;
    if (
      !hasRel &&
      attribs.property !== undefined &&
      attribs.content === undefined &&
      attribs.datatype === undefined
    ) {
      subject = about ?? fallback ?? context.object; // 5.1
      if (typed) {
        typedResource = about ?? (isRoot ? this.#base : null) ?? link() ?? this.#blank();
        object = typedResource;
      }
    } else if (!hasRel) {
      subject = about ?? link() ?? fallback; // 5.2
      if (subject === null && typed) subject = this.#blank();
      if (subject === null) {
        subject = context.object;
        skip = attribs.property === undefined;
      }
      if (typed) typedResource = subject;
    } else {
      subject = about ?? fallback ?? context.object; // 6
      object = link() ?? (typed && about === null ? this.#blank() : null);
      if (typed) typedResource = about ?? object;
    }

    if (typedResource !== null)
      for (const type of names(attribs.typeof)) this.#add(typedResource, rdfType, { '@id': type });
    const incomplete: { predicate: string; forward: boolean }[] = [];
    const [forward, backward] = [names(rel), names(rev)];
    if (object !== null) {
      for (const predicate of hasRel ? forward : []) this.#add(subject, predicate, { '@id': object }); // 9
      for (const predicate of hasRel ? backward : []) this.#add(object, predicate, { '@id': subject });
    } else if (hasRel) {
      for (const predicate of forward) incomplete.push({ predicate, forward: true }); // 10
      for (const predicate of backward) incomplete.push({ predicate, forward: false });
      object = this.#blank();
    }

    if (properties.length > 0) {
      const value = this.#value(element, scoped, {
        hasRel,
        typedResource: about === null ? typedResource : null,
      }); // 11
      for (const predicate of properties) this.#add(subject, predicate, value, attribs.inlist !== undefined);
    }
    if (!skip) {
      for (const { predicate, forward: ahead } of context.incomplete) {
        if (ahead)
          this.#add(context.subject, predicate, { '@id': subject }); // 12
        else this.#add(subject, predicate, { '@id': context.subject });
      }
    }
    if (skip) return scoped; // 13
    return { ...scoped, subject, object: object ?? subject, incomplete };
  }

  #value(
    element: Element,
    context: Context,
    { hasRel, typedResource }: { hasRel: boolean; typedResource: string | null },
  ): Value {
    const { attribs } = element;
    const declared = attribs.content ?? attribs.datetime;
    const datatype = attribs.datatype?.trim() ? this.#term(attribs.datatype.trim(), context) : undefined;
    const plain = (text: string): Value =>
      context.language ? { '@value': text, '@language': context.language } : { '@value': text };
    if (datatype) return { '@value': declared ?? squeeze(textOf(element)), '@type': datatype };
    if (attribs.datatype !== undefined) return plain(declared ?? squeeze(textOf(element)));
    if (attribs.content !== undefined) return plain(attribs.content);
    const text = attribs.datetime ?? (element.name === 'time' ? squeeze(textOf(element)) : undefined);
    if (text !== undefined) {
      const type = timeType(text);
      return type ? { '@value': text, '@type': type } : plain(text);
    }
    if (!hasRel) {
      const iri =
        this.#resource(attribs.resource, context) ??
        this.#iri(attribs.href) ??
        this.#iri(attribs.src) ??
        (attribs.typeof !== undefined ? typedResource : null);
      if (iri !== null) return { '@id': iri };
    }
    return plain(squeeze(textOf(element)));
  }

  #scope({ attribs, name }: Element, context: Context): Partial<Context> {
    const isRoot = name === 'html';
    const scope: { -readonly [K in keyof Context]?: Context[K] } = {};
    if (attribs.vocab !== undefined) {
      scope.vocab = attribs.vocab.trim() === '' ? null : (this.#iri(attribs.vocab) ?? null);
      if (scope.vocab) this.#add(this.#base, usesVocabulary, { '@id': scope.vocab });
    }
    const declared: Record<string, string> = {};
    for (const [each, value] of Object.entries(attribs)) {
      if (each.startsWith('xmlns:')) declared[each.slice(6).toLowerCase()] = value.trim();
    }
    const pairs = words(attribs.prefix);
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const [prefix, iri] = [pairs[i] ?? '', pairs[i + 1] ?? ''];
      if (prefix.endsWith(':')) declared[prefix.slice(0, -1).toLowerCase()] = iri;
    }
    if (Object.keys(declared).length > 0) scope.prefixes = { ...context.prefixes, ...declared };
    // The language of the whole page is not attached to each value: most are names, numbers and URLs.
    const language = attribs['xml:lang'] ?? (isRoot ? undefined : attribs.lang);
    if (language !== undefined) scope.language = language.trim() || undefined;
    return scope;
  }

  /** Resolves a term, CURIE or IRI of a property or type. */
  #term(text: string, context: Context): string | null {
    if (!text.includes(':')) {
      if (context.vocab !== null) return context.vocab + text;
      return Object.hasOwn(initialTerms, text.toLowerCase())
        ? (initialTerms[text.toLowerCase()] ?? null)
        : null;
    }
    return this.#curie(text, context) ?? (/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : null);
  }

  #curie(text: string, { prefixes }: Context): string | null {
    const at = text.indexOf(':');
    const prefix = text.slice(0, at).toLowerCase();
    const rest = text.slice(at + 1);
    if (at < 0 || rest.startsWith('//')) return null;
    if (prefix === '_') return `_:${rest || 'e'}`;
    return Object.hasOwn(prefixes, prefix) ? `${prefixes[prefix]}${rest}` : null;
  }

  /** Resolves the value of about or resource: a CURIE, safe or not, or an IRI. */
  #resource(value: string | undefined, context: Context): string | null {
    if (value === undefined) return null;
    const safe = /^\[(.*)\]$/.exec(value.trim());
    if (safe) return this.#curie(safe[1] ?? '', context);
    return this.#curie(value.trim(), context) ?? this.#iri(value);
  }

  #iri(value: string | undefined): string | null {
    return value === undefined ? null : (URL.parse(value.trim(), this.#base)?.href ?? null);
  }

  #blank(): string {
    this.#blanks += 1;
    return `_:b${this.#blanks}`;
  }

  #add(subject: string, predicate: string, value: Value, inList = false): void {
    this.#triples += 1;
    // Duplicate triples are dropped.
    const triple = JSON.stringify([subject, predicate, value]);
    if (!inList && this.#addedTriples.has(triple)) return;
    this.#addedTriples.add(triple);
    const node: RdfaNode = this.#nodes.get(subject) ?? { '@id': subject };
    this.#nodes.set(subject, node);
    if (predicate === rdfType && value['@id']) {
      node['@type'] ??= [];
      node['@type'].push(value['@id']);
      return;
    }
    const values = (Object.hasOwn(node, predicate) ? node[predicate] : []) as (
      | Value
      | { '@list': Value[] }
    )[];
    const list = inList ? values.find((each): each is { '@list': Value[] } => '@list' in each) : undefined;
    if (list) list['@list'].push(value);
    else if (inList) values.push({ '@list': [value] });
    else values.push(value);
    node[predicate] = values;
  }
}

const rdfaAttributes = [
  'property',
  'rel',
  'rev',
  'typeof',
  'about',
  'resource',
  'content',
  'href',
  'src',
  'datatype',
];

/** Most elements have no RDFa attributes and pass on their context unchanged. */
const hasRdfa = (attribs: Record<string, string>): boolean =>
  rdfaAttributes.some((name) => attribs[name] !== undefined);

const words = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter(Boolean);
