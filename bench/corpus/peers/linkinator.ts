import { check, LinkState } from 'linkinator';

/** Whether the peer reports a link of the page, with parts of pages. */
export async function hasBrokenLinks(url: string): Promise<boolean> {
  const { links } = await check({ path: url, checkFragments: true, timeout: 5_000 });
  return links.some(({ state }) => state === LinkState.BROKEN);
}
