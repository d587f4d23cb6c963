import { Type } from 'typebox';
import { jsonDecoder, unreadable, valueDecoder } from '../../../platform/decode.ts';
import type { NoteMissing, SkillCall } from '../../catalogue/call.ts';
import { failureReason, valueOrReason } from '../../catalogue/errors.ts';
import type { Fetcher } from '../fetcher.ts';
import type { SiteIcon } from './icons.ts';

const maxManifestBytes = 512 * 1_024;
const maxManifestIcons = 100;

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

export const noManifest: { icons: SiteIcon[]; themeColor: string | null } = { icons: [], themeColor: null };

/** A manifest that cannot be fetched or parsed is ignored: the page's own icons remain. */
export async function readWebManifest(
  fetcher: Fetcher,
  url: string,
  call: SkillCall,
  { timeoutMs, noteMissing }: { readonly timeoutMs: number; readonly noteMissing: NoteMissing },
): Promise<typeof noManifest> {
  const noteManifestMissing = (reason: string) => {
    for (const field of ['icons', 'theme_color']) noteMissing(field, `manifest ${url}: ${reason}`);
    return noManifest;
  };
  const options = { timeoutMs, maxBytes: maxManifestBytes };
  const found = await valueOrReason(fetcher.get(url, call, options), call);
  if ('reason' in found || found.value.status < 200 || found.value.status > 299)
    return noteManifestMissing(failureReason(found));
  const response = found.value;
  const manifest = decodeManifest(response.body.toString('utf8').replace(/^\ufeff/, ''));
  if (manifest === unreadable) return noteManifestMissing('it is not a manifest');
  const icons = Array.isArray(manifest.icons) ? manifest.icons.slice(0, maxManifestIcons) : [];
  const nonEmptyText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const manifestIcons = icons.map(decodeIcon).flatMap((icon) => {
    const href = icon === unreadable ? undefined : URL.parse(icon.src, response.url)?.href;
    if (icon === unreadable || !href) return [];
    return [{ href, rel: 'manifest', sizes: nonEmptyText(icon.sizes), type: nonEmptyText(icon.type) }];
  });
  const { theme_color } = manifest;
  return { icons: manifestIcons, themeColor: typeof theme_color === 'string' ? theme_color : null };
}
