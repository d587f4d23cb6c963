import { hexColor } from '../images/color.ts';
import { styleColors } from '../images/style-colors.ts';
import type { PageSource } from '../page-source.ts';
import { type ParsedPage, parsePage } from '../parsed-page.ts';
import { rawText } from '../tree.ts';
import { declaredIcons, type SiteIcon } from './icons.ts';
import { declaredLogo, type Logo } from './logo.ts';
import { metaTags, splitRels, toAbsoluteUrl } from './meta.ts';

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
