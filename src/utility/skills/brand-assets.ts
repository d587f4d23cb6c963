import { getDomain } from 'tldts';
import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { type NoteMissing, type NotRead, notReadField, type SkillCall } from '../catalogue/call.ts';
import { failureReason, valueOrReason } from '../catalogue/errors.ts';
import { pageFields, readUrl, renderParam, screenshotParam, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { Fetcher } from '../pages/fetcher.ts';
import { hexColor, isGrey } from '../pages/images/color.ts';
import { maxMeasured, measureImages } from '../pages/images/measured-images.ts';
import type { SiteIcon } from '../pages/metadata/icons.ts';
import { noManifest, readWebManifest } from '../pages/metadata/web-manifest.ts';
import { presentScreenshot, screenshotField } from '../pages/screenshot.ts';
import type { SkillTools } from './tools.ts';

type Tools = Pick<SkillTools, 'pages' | 'fetcher' | 'workers'>;

const text = nullable(Type.String());
const maxFaviconBytes = 512 * 1_024;
/** Time limit for everything beside the page itself. */
const assetsTimeoutMs = 4_000;

const maxStyleBytes = 256 * 1_024;
const maxPalette = 12;

const measured = nullable(
  Type.Object(
    { width: Type.Integer(), height: Type.Integer(), type: Type.String() },
    {
      description: `Measured from the image itself (PNG, JPEG, GIF, WebP, AVIF, ICO, BMP, SVG). Null if there is no image, or if not_read says why: it did not load, has another format, or is beyond the first ${maxMeasured} images.`,
    },
  ),
);

export const brandAssets = skill<Tools>()({
  id: 'brand-assets',
  priceUsd: '0.003',
  does: 'Logo, palette, favicon, touch icon, preview image, theme colour and every declared icon of a site, including its manifest, with measured sizes.',
  params: Type.Object({ url: urlParam, render: renderParam, screenshot: screenshotParam }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    ...pageFields,
    screenshot: screenshotField,
    logo: nullable(
      Type.Object(
        {
          url: Type.String(),
          source: Type.String({
            enum: ['json-ld', 'image'],
            description: 'json-ld: declared. image: an image of the page that is called a logo.',
          }),
          measured,
        },
        { description: 'Null if the page names none; an inline SVG logo is not detected.' },
      ),
    ),
    palette: Type.Array(
      Type.Object({
        color: Type.String({ description: '#rrggbb' }),
        sources: Type.Array(Type.String(), {
          description:
            'theme-color, tile, mask-icon, manifest, css --name (a custom property), logo or icon (pixels of a PNG, fills of an SVG).',
        }),
      }),
      { description: `At most ${maxPalette}: those with most sources first, greys last.` },
    ),
    favicon: nullable(Type.String({ description: 'As declared; otherwise /favicon.ico if it exists.' })),
    apple_touch_icon: text,
    og_image: text,
    og_image_measured: measured,
    theme_color: text,
    manifest: nullable(Type.String({ description: 'Its address.' })),
    icons: Type.Array(
      Type.Object({ href: Type.String(), rel: Type.String(), sizes: text, type: text, measured }),
      { description: 'In page order, then those of the manifest, with rel "manifest".' },
    ),
    not_read: notReadField,
  }),
  run: async ({ url, render, screenshot }, { pages, fetcher, workers }, call) => {
    const page = await pages.open(readUrl(url), call, { render, screenshot });
    const brand = await page.read('page-brand', {});
    const declared = bestIcon(brand.icons.filter(({ rel }) => rel === 'icon'));
    const sameHost = brand.stylesheets.filter((each) => isOwnAsset(each, page.url));
    const notRead: NotRead = {};
    const miss: NoteMissing = (field, reason) => {
      notRead[field] ??= reason;
    };
    const [manifest, favicon, styles] = await Promise.all([
      brand.manifest
        ? readWebManifest(fetcher, brand.manifest, call, { timeoutMs: assetsTimeoutMs, noteMissing: miss })
        : noManifest,
      declared ?? defaultFavicon(fetcher, page.url, call, miss),
      Promise.all(sameHost.map((each) => readStyle({ fetcher, workers }, each, call, miss))),
    ]);
    if (brand.theme_color !== null) delete notRead.theme_color;
    const touch = bestIcon(brand.icons.filter(({ rel }) => rel.startsWith('apple-touch-icon')));
    const icons = [...brand.icons, ...manifest.icons];
    const imageUrls = [brand.logo?.url, brand.og_image, favicon, touch, ...icons.map(({ href }) => href)];
    const images = await measureImages(
      { fetcher, workers },
      imageUrls,
      brand.logo?.url ?? touch ?? favicon,
      call,
    );
    const findSize = (field: string, href: string | null) => {
      const image = href === null ? null : images.get(href);
      if (image && 'reason' in image) miss(field, `${href}: ${image.reason}`);
      return image && 'value' in image ? image.value.size : null;
    };
    const paletteUrl = brand.logo?.url ?? touch ?? favicon;
    const source = brand.logo ? 'logo' : 'icon';
    const picture = paletteUrl === null ? undefined : images.get(paletteUrl);
    if (picture && 'reason' in picture) miss('palette', `${source} ${paletteUrl}: ${picture.reason}`);
    const themed = hexColor(manifest.themeColor ?? '');
    return {
      ...page.facts,
      ...presentScreenshot(page, screenshot),
      logo: brand.logo && { ...brand.logo, measured: findSize('logo.measured', brand.logo.url) },
      palette: buildPalette([
        ...brand.colors,
        ...(themed ? [{ color: themed, source: 'manifest' }] : []),
        ...styles.flat(),
        ...(picture && 'value' in picture ? picture.value.colors : []).map(({ color }) => ({
          color,
          source,
        })),
      ]),
      favicon,
      apple_touch_icon: touch,
      og_image: brand.og_image,
      og_image_measured: findSize('og_image_measured', brand.og_image),
      theme_color: brand.theme_color ?? manifest.themeColor,
      manifest: brand.manifest,
      icons: icons.map((each) => ({ ...each, measured: findSize('icons.measured', each.href) })),
      not_read: notRead,
    };
  },
});

/** Whether a style sheet is on the site itself, or on its own asset host. */
const isOwnAsset = (href: string, pageUrl: string): boolean => {
  const [assetDomain, pageDomain] = [getDomain(new URL(href).hostname), getDomain(new URL(pageUrl).hostname)];
  return new URL(href).host === new URL(pageUrl).host || (assetDomain !== null && assetDomain === pageDomain);
};

/** Each colour once with all its sources; a colour with several sources ranks higher. */
function buildPalette(found: readonly { color: string; source: string }[]) {
  const byColor = new Map<string, string[]>();
  for (const { color, source } of found) {
    const sources = byColor.get(color) ?? [];
    byColor.set(color, sources);
    if (!sources.includes(source) && sources.length < 5) sources.push(source);
  }
  return [...byColor]
    .map(([color, sources]) => ({ color, sources }))
    .sort(
      (left, right) =>
        Number(isGrey(left.color)) - Number(isGrey(right.color)) ||
        right.sources.length - left.sources.length,
    )
    .slice(0, maxPalette);
}

type FetchTools = Pick<Tools, 'fetcher' | 'workers'>;

async function readStyle(
  { fetcher, workers }: FetchTools,
  url: string,
  call: SkillCall,
  noteMissing: NoteMissing,
) {
  const options = { timeoutMs: assetsTimeoutMs, maxBytes: maxStyleBytes, onOversize: 'truncate' } as const;
  const answer = await valueOrReason(fetcher.get(url, call, options), call);
  if ('reason' in answer || answer.value.status !== 200) {
    noteMissing('palette', `style sheet ${url}: ${failureReason(answer)}`);
    return [];
  }
  const { body, mediaType } = answer.value;
  if (/html/.test(mediaType)) {
    noteMissing('palette', `style sheet ${url}: the response is a page`);
    return [];
  }
  const css = body.toString('utf8');
  const reading = workers.run('style-colors', { css }, { signal: call.signal, bytes: body.length });
  const colors = await valueOrReason(reading, call);
  if ('reason' in colors) {
    noteMissing('palette', `style sheet ${url}: ${colors.reason}`);
    return [];
  }
  return colors.value.map(({ name, color }) => ({ color, source: `css ${name}` }));
}

/** A scalable icon, otherwise the largest with a stated size, otherwise the first. */
function bestIcon(icons: readonly SiteIcon[]): string | null {
  const size = ({ sizes, type, href }: SiteIcon) => {
    if (sizes === 'any' || type === 'image/svg+xml' || /\.svg(?:$|[?#])/i.test(href)) return 1e6;
    return Math.max(
      0,
      ...[...(sizes ?? '').matchAll(/(\d{1,5})x\d{1,5}/gi)].map(([, width]) => Number(width)),
    );
  };
  const usable = icons.filter(({ href }) => !href.startsWith('data:'));
  return [...usable].sort((left, right) => size(right) - size(left))[0]?.href ?? null;
}

async function defaultFavicon(
  fetcher: Fetcher,
  pageUrl: string,
  call: SkillCall,
  miss: NoteMissing,
): Promise<string | null> {
  const place = new URL('/favicon.ico', pageUrl).href;
  const options = { timeoutMs: assetsTimeoutMs, maxBytes: maxFaviconBytes, onOversize: 'truncate' } as const;
  const found = await valueOrReason(fetcher.get(place, call, options), call);
  const status = 'value' in found ? found.value.status : 0;
  if ('reason' in found || (status >= 300 && status !== 404 && status !== 410)) {
    miss('favicon', `${place}: ${failureReason(found)}`);
    return null;
  }
  const { body, mediaType, url } = found.value;
  const isThere = status < 300 && body.length > 0 && !/^text\/html/.test(mediaType);
  return isThere ? url : null;
}
