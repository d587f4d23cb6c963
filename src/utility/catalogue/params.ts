import { domainToASCII } from 'node:url';
import { Type } from 'typebox';
import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { asSkillError } from './errors.ts';

/** Parameters that several skills share, and their parsers. */
export const domainParam = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'A domain name; if you send a URL, its host is used.',
});

export const urlParam = Type.String({
  minLength: 1,
  maxLength: 8_192,
  description: 'A public http or https URL; https is assumed if it has no scheme.',
});

const flag = (description: string) =>
  Type.Optional(Type.Unsafe<'0' | '1'>({ type: 'string', enum: ['0', '1'], description }));

export const renderParam = flag(
  '1 loads the page in a browser and reads it after its scripts have run; 409 if this server has no browser.',
);

export const screenshotParam = flag(
  '1 renders the page, as render=1 does, and adds a WebP screenshot of its first 1280 by 800 pixels.',
);

/** `blocked` pages are refused. */
export type PageAccess = 'open' | 'uncertain' | 'rendered_only';

export const accessField = Type.Unsafe<PageAccess>({
  type: 'string',
  enum: ['open', 'uncertain', 'rendered_only'],
  description:
    'uncertain: the page says hardly more than a wall or an error page would; nothing was charged. rendered_only: it is empty until its scripts have run, which render=1 does.',
});

/** How the response of every skill that reads a page begins. */
export const pageFields = {
  url: Type.String({ description: 'The requested URL.' }),
  final_url: Type.String({ description: 'URL of the page after redirects.' }),
  rendered: Type.Optional(
    Type.Boolean({
      description:
        'With render=1: whether a browser rendered it; false for anything but a web page, such as a PDF.',
    }),
  ),
  access: accessField,
};

const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** Normalises a domain to lower-case ASCII without a final dot, as it is sent to DNS. */
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

/**
 * Parses an absolute http(s) URL. Whether it is public is checked on connection, again after every redirect.
 */
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
  /**
   * Origins to try: the given one if a scheme is stated, otherwise https, then http if nothing listens there.
   */
  readonly origins: readonly [string, ...string[]];
}

/** Parses a site: a host name, or a URL with a scheme and optionally a port. */
export function readSite(sent: string, field = 'domain'): Site {
  const domain = readDomain(sent, field);
  const url = URL.parse(sent.trim());
  const hasScheme = url && (url.protocol === 'https:' || url.protocol === 'http:') && url.host !== '';
  return {
    domain,
    origins: hasScheme ? [`${url.protocol}//${url.host}`] : [`https://${domain}`, `http://${domain}`],
  };
}

/** Validates a webhook URL; throws if it must not be requested. */
export async function notifyUrl(outbound: Outbound, sent: string, signal: AbortSignal): Promise<string> {
  try {
    await outbound.check(sent, { signal });
  } catch (error) {
    const skillError = asSkillError(error);
    if (!(skillError instanceof Refusal)) throw error;
    throw new Refusal(
      skillError.kind,
      `notify cannot be reached: ${skillError.message}`,
      `${skillError.hint} Example: {"notify": "https://example.org/hook"}`,
    );
  }
  return new URL(sent).href;
}
