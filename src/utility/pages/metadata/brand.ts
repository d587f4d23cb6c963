import type { PageSource } from '../page-source.ts';
import { parsedPage } from '../parsed-page.ts';
import { declaredIcons, type Icon } from './icons.ts';
import { absolute, metaTags, relsOf } from './meta.ts';

export interface PageBrand {
  icons: Icon[];
  og_image: string | null;
  theme_color: string | null;
  /** The address of the web app manifest. */
  manifest: string | null;
}

/** What a page declares of its looks. */
export function pageBrand({ page: source }: { page: PageSource }): PageBrand {
  const page = parsedPage(source);
  const meta = metaTags(page);
  const manifest = page
    .all('link')
    .find(({ attribs }) => relsOf(attribs).includes('manifest') && attribs.href);
  const image = meta.get('og:image') ?? meta.get('og:image:url') ?? meta.get('twitter:image');
  return {
    icons: declaredIcons(page),
    og_image: absolute(image, page.base),
    theme_color: meta.get('theme-color') ?? meta.get('msapplication-tilecolor') ?? null,
    manifest: absolute(manifest?.attribs.href, page.base),
  };
}
