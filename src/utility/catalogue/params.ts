import { domainToASCII } from 'node:url';
import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** Parameters that several skills take, and how what is sent is read. */
export const domainParam = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'A domain name; of a pasted URL, its host is used.',
});

export const urlParam = Type.String({
  minLength: 1,
  maxLength: 8_192,
  description: 'A public http or https address; https is assumed where it names no scheme.',
});

const flag = (description: string) =>
  Type.Optional(Type.Unsafe<'0' | '1'>({ type: 'string', enum: ['0', '1'], description }));

export const renderParam = flag(
  '1 loads the page in a browser and reads it after its scripts have run; 409 where this server has none.',
);

/** In the answer of every skill that takes `render`. */
export const renderedField = Type.Optional(
  Type.Boolean({
    description: 'With render=1: whether a browser rendered it; false for what is no page, such as a PDF.',
  }),
);

const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** The name in lower-case ASCII without a final dot, as DNS is asked for it. */
export function readDomain(sent: string, field = 'domain'): string {
  const text = sent.trim();
  const host = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? (URL.parse(text)?.hostname ?? '')
    : text.replace(/[/?#].*$/s, '');
  const name = domainToASCII(host.replace(/\.$/, '')).toLowerCase();
  const labels = name.split('.');
  const numeric = /^\d+$/.test(labels.at(-1) ?? '');
  if (labels.length < 2 || name.length > 253 || numeric || !labels.every((each) => label.test(each))) {
    throw new Refusal(
      errors.invalidField,
      `${field} is not a domain name`,
      `Send a name like example.com: ?${field}=example.com`,
    );
  }
  return name;
}

/** An absolute http(s) address. Whether it is public is decided where it is asked, after every redirect anew. */
export function readUrl(sent: string, field = 'url'): URL {
  const text = sent.trim();
  const url = URL.parse(
    /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+\.[^/]+:\d+/.test(text) ? text : `https://${text}`,
  );
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new Refusal(
      errors.invalidField,
      `${field} is not an http or https address`,
      `Send one like https://example.com/: ?${field}=https%3A%2F%2Fexample.com%2F`,
    );
  }
  return url;
}

export interface Site {
  readonly domain: string;
  /** Where it is asked: as given with a scheme, else by https and, where nothing listens there, by http. */
  readonly origins: readonly [string, ...string[]];
}

/** A site is a name, or an address with a scheme and maybe a port of its own. */
export function readSite(sent: string, field = 'domain'): Site {
  const domain = readDomain(sent, field);
  const url = URL.parse(sent.trim());
  const given = url && (url.protocol === 'https:' || url.protocol === 'http:') && url.host !== '';
  return {
    domain,
    origins: given ? [`${url.protocol}//${url.host}`] : [`https://${domain}`, `http://${domain}`],
  };
}
