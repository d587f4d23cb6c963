import type { Element } from 'domhandler';
import { isRecord } from '../../../platform/decode.ts';
import type { ParsedPage } from '../parsed-page.ts';
import { jsonLdBlocks } from '../structured/json-ld.ts';
import { closest } from '../tree.ts';
import { toAbsoluteUrl } from './meta.ts';

export interface Logo {
  url: string;
  /** Where the page declares it. */
  source: 'json-ld' | 'image';
}

const maxObjects = 20_000;
const headers: ReadonlySet<string> = new Set(['header', 'nav']);

/** The logo declared in a page's JSON-LD, otherwise the header image named as a logo. */
export function declaredLogo(page: ParsedPage): Logo | null {
  const declared = jsonLdLogo(page);
  if (declared) return { url: declared, source: 'json-ld' };
  const images = page.all('img').filter(isLogo);
  const best = images.find((each) => closest(each, headers)) ?? images[0];
  const url = toAbsoluteUrl(best?.attribs.src ?? best?.attribs['data-src'], page.base);
  return url ? { url, source: 'image' } : null;
}

/** Prefers the logo of an organisation to that of anything else, such as a sponsor. */
function jsonLdLogo(page: ParsedPage): string | null {
  const pending: unknown[] = jsonLdBlocks(page).map(({ value }) => value);
  const byId = new Map<string, Record<string, unknown>>();
  const logos: { of: string; value: unknown }[] = [];
  for (let count = 0; pending.length > 0 && count < maxObjects; count += 1) {
    const each = pending.shift();
    if (Array.isArray(each)) {
      pending.push(...each);
      continue;
    }
    if (!isRecord(each)) continue;
    const object = each;
    if (typeof object['@id'] === 'string' && Object.keys(object).length > 1) byId.set(object['@id'], object);
    if (object.logo !== undefined)
      logos.push({ of: String([object['@type']].flat()[0] ?? ''), value: object.logo });
    pending.push(...Object.values(object));
  }
  const isOwner = ({ of }: { of: string }) => /Organization|Business|Store|Corporation|WebSite/i.test(of);
  const bestLogo = logos.find(isOwner) ?? logos[0];
  return bestLogo ? resolveLogo(bestLogo.value, byId, page) : null;
}

function resolveLogo(
  value: unknown,
  byId: ReadonlyMap<string, Record<string, unknown>>,
  page: ParsedPage,
): string | null {
  const [first] = [value].flat();
  if (typeof first === 'string') return toAbsoluteUrl(first, page.base);
  const object = isRecord(first) ? first : undefined;
  const id = object?.['@id'];
  const target = typeof id === 'string' ? (byId.get(id) ?? object) : object;
  const url = [target?.url ?? target?.contentUrl].flat()[0];
  return typeof url === 'string' ? toAbsoluteUrl(url, page.base) : null;
}

function isLogo({ attribs }: Element): boolean {
  const file = (attribs.src ?? '').split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  return [attribs.class, attribs.id, attribs.alt, file].some((each) =>
    /(?:^|[\W_])logo(?:$|[\W_\d])/i.test(each ?? ''),
  );
}
