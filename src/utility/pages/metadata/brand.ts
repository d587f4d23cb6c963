import type { Element } from 'domhandler';
import { isRecord } from '../../../platform/decode.ts';
import { hexColor } from '../images/color.ts';
import { styleColors } from '../images/style-colors.ts';
import type { PageSource } from '../page-source.ts';
import { type ParsedPage, parsePage } from '../parsed-page.ts';
import { jsonLdBlocks } from '../structured/json-ld.ts';
import { closest, rawText } from '../tree.ts';
import { declaredIcons, type SiteIcon } from './icons.ts';
import { metaTags, splitRels, toAbsoluteUrl } from './meta.ts';

interface Logo {
  url: string;
  /** Where the page declares it. */
  source: 'json-ld' | 'image';
}

const maxObjects = 20_000;
const headers: ReadonlySet<string> = new Set(['header', 'nav']);

/** The logo declared in a page's JSON-LD, otherwise the header image named as a logo. */
function declaredLogo(page: ParsedPage): Logo | null {
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

export interface PageBrand {
  icons: SiteIcon[];
  og_image: string | null;
  theme_color: string | null;
  /** URL of the web app manifest. */
  manifest: string | null;
  logo: Logo | null;
  /** Colours that the page declares, each with its source. */
  colors: { color: string; source: string }[];
  /** The first style sheets that it loads. */
  stylesheets: string[];
}

const maxStylesheets = 3;
const maxInlineChars = 500_000;

/** Brand assets that a page declares. */
export function pageBrand({ page: source }: { page: PageSource }): PageBrand {
  const page = parsePage(source);
  const meta = metaTags(page);
  const manifest = page
    .all('link')
    .find(({ attribs }) => splitRels(attribs).includes('manifest') && attribs.href);
  const image = meta.get('og:image') ?? meta.get('og:image:url') ?? meta.get('twitter:image');
  return {
    icons: declaredIcons(page),
    og_image: toAbsoluteUrl(image, page.base),
    theme_color: themeColor(page) ?? meta.get('msapplication-tilecolor') ?? null,
    manifest: toAbsoluteUrl(manifest?.attribs.href, page.base),
    logo: declaredLogo(page),
    colors: findColors(page, meta),
    stylesheets: page
      .all('link')
      .filter(({ attribs }) => splitRels(attribs).includes('stylesheet') && attribs.media !== 'print')
      .flatMap(({ attribs }) => toAbsoluteUrl(attribs.href, page.base) ?? [])
      .slice(0, maxStylesheets),
  };
}

/** Of several theme colours, the one without a media query or for light mode, which is the default. */
function themeColor(page: ParsedPage): string | undefined {
  const all = page
    .all('meta')
    .filter(({ attribs }) => attribs.name?.trim().toLowerCase() === 'theme-color' && attribs.content?.trim());
  const usual = all.find(({ attribs }) => !/dark|print|prefers-contrast/i.test(attribs.media ?? ''));
  return (usual ?? all[0])?.attribs.content?.trim();
}

function findColors(page: ParsedPage, meta: ReadonlyMap<string, string>): PageBrand['colors'] {
  const mask = page.all('link').find(({ attribs }) => splitRels(attribs).includes('mask-icon'))
    ?.attribs.color;
  const css = page.all('style').map(rawText).join('\n').slice(0, maxInlineChars);
  const declared = [
    [themeColor(page), 'theme-color'],
    [meta.get('msapplication-tilecolor'), 'tile'],
    [mask, 'mask-icon'],
  ] as const;
  return [
    ...declared.flatMap(([value, source]) => {
      const color = hexColor(value ?? '');
      return color ? [{ color, source }] : [];
    }),
    ...styleColors({ css }).map(({ name, color }) => ({ color, source: `css ${name}` })),
  ];
}
