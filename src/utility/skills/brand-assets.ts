import { Type } from 'typebox';
import { jsonDecoder, unreadable, valueDecoder } from '../../platform/decode.ts';
import type { SkillCall } from '../catalogue/call.ts';
import { readUrl, renderedField, renderParam, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import type { Fetcher } from '../pages/fetcher.ts';
import type { Icon } from '../pages/metadata/icons.ts';
import type { Pages } from '../pages/pages.ts';

interface Tools {
  readonly pages: Pages;
  readonly fetcher: Fetcher;
}

const text = Type.Union([Type.String(), Type.Null()]);
const maxManifestBytes = 512 * 1_024;
const maxManifestIcons = 100;
/** What stands beside a page is looked at only for so long. */
const besideMs = 4_000;

export const brandAssets = skill<Tools>()({
  id: 'brand-assets',
  priceUsd: '0.003',
  does: 'Favicon, touch icon, preview image, theme colour and every declared icon of a site, those of its manifest too.',
  params: Type.Object({ url: urlParam, render: renderParam }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    url: Type.String({ description: 'What was asked for.' }),
    final_url: Type.String({ description: 'Where the page was found, after redirects.' }),
    rendered: renderedField,
    favicon: Type.Union([Type.String(), Type.Null()], {
      description: 'As declared; else /favicon.ico if it is there.',
    }),
    apple_touch_icon: text,
    og_image: text,
    theme_color: text,
    manifest: Type.Union([Type.String(), Type.Null()], { description: 'Its address.' }),
    icons: Type.Array(Type.Object({ href: Type.String(), rel: Type.String(), sizes: text, type: text }), {
      description: 'In the order of the page; then those of the manifest, with rel "manifest".',
    }),
  }),
  run: async ({ url, render }, { pages, fetcher }, call) => {
    const page = await pages.open(readUrl(url), call, { render });
    const brand = await page.read('page-brand', {});
    const declared = bestIcon(brand.icons.filter(({ rel }) => rel === 'icon'));
    const [manifest, favicon] = await Promise.all([
      brand.manifest ? readManifest(fetcher, brand.manifest, call) : noManifest,
      declared ?? usualFavicon(fetcher, page.url, call),
    ]);
    return {
      ...page.addresses,
      favicon,
      apple_touch_icon: bestIcon(brand.icons.filter(({ rel }) => rel.startsWith('apple-touch-icon'))),
      og_image: brand.og_image,
      theme_color: brand.theme_color ?? manifest.themeColor,
      manifest: brand.manifest,
      icons: [...brand.icons, ...manifest.icons],
    };
  },
});

/** One that can scale, else the largest that says its size, else the first. */
function bestIcon(icons: readonly Icon[]): string | null {
  const size = ({ sizes, type, href }: Icon) => {
    if (sizes === 'any' || type === 'image/svg+xml' || /\.svg(?:$|[?#])/i.test(href)) return 1e6;
    return Math.max(
      0,
      ...[...(sizes ?? '').matchAll(/(\d{1,5})x\d{1,5}/gi)].map(([, width]) => Number(width)),
    );
  };
  const usable = icons.filter(({ href }) => !href.startsWith('data:'));
  return [...usable].sort((left, right) => size(right) - size(left))[0]?.href ?? null;
}

async function usualFavicon(fetcher: Fetcher, pageUrl: string, call: SkillCall): Promise<string | null> {
  const place = new URL('/favicon.ico', pageUrl).href;
  const options = { timeoutMs: besideMs, maxBytes: maxManifestBytes, onOversize: 'truncate' } as const;
  const answer = await fetcher.get(place, call, options).catch(() => null);
  const there = answer && answer.status >= 200 && answer.status < 300 && answer.body.length > 0;
  return there && !/^text\/html/.test(answer.mediaType) ? answer.url : null;
}

const decodeManifest = jsonDecoder(
  Type.Object({ icons: Type.Optional(Type.Unknown()), theme_color: Type.Optional(Type.Unknown()) }),
);
const decodeIcon = valueDecoder(
  Type.Object({
    src: Type.String(),
    sizes: Type.Optional(Type.Unknown()),
    type: Type.Optional(Type.Unknown()),
  }),
);

const noManifest = { icons: [] as Icon[], themeColor: null as string | null };

/** A manifest that cannot be had or read adds nothing: the page's own icons still stand. */
async function readManifest(fetcher: Fetcher, url: string, call: SkillCall): Promise<typeof noManifest> {
  try {
    const answer = await fetcher.get(url, call, { timeoutMs: besideMs, maxBytes: maxManifestBytes });
    if (answer.status < 200 || answer.status > 299) return noManifest;
    const manifest = decodeManifest(answer.body.toString('utf8').replace(/^\ufeff/, ''));
    if (manifest === unreadable) return noManifest;
    const icons = Array.isArray(manifest.icons) ? manifest.icons.slice(0, maxManifestIcons) : [];
    const found = icons.map(decodeIcon).flatMap((icon) => {
      const href = icon === unreadable ? undefined : URL.parse(icon.src, answer.url)?.href;
      if (icon === unreadable || !href) return [];
      const named = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
      return [{ href, rel: 'manifest', sizes: named(icon.sizes), type: named(icon.type) }];
    });
    const { theme_color } = manifest;
    return { icons: found, themeColor: typeof theme_color === 'string' ? theme_color : null };
  } catch (error) {
    if (call.signal.aborted) throw error;
    return noManifest;
  }
}
