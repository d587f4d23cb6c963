import type { Browser } from '../../platform/chromium/browser.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Dns } from '../../platform/outbound/dns.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { type Chains, createChains, type RpcUrls } from '../chains/chains.ts';
import { Fetcher } from '../pages/fetcher.ts';
import { Pages } from '../pages/pages.ts';
import { RenderedPages } from '../pages/rendered-pages.ts';
import { Places } from '../registries/geo/places.ts';
import { Registries } from '../registries/registration/registries.ts';
import { Vies } from '../registries/vies.ts';
import { Workers } from '../workers/workers.ts';

/** Dependencies of all skills. */
export interface SkillTools {
  readonly dns: Dns;
  readonly outbound: Outbound;
  readonly clock: Clock;
  /** GET requests with a cache and request sharing; use `pages` to read a response as a page. */
  readonly fetcher: Fetcher;
  readonly pages: Pages;
  readonly workers: Workers;
  readonly chains: Chains;
  readonly vies: Vies;
  readonly registries: Registries;
  readonly places: Places;
}

export interface ToolDependencies extends Pick<SkillTools, 'dns' | 'outbound' | 'clock'> {
  readonly browser: Browser;
  readonly rpc: RpcUrls;
  readonly geoDir: string;
  readonly log: Log;
  readonly registries: { readonly viesUrl: string; readonly rdapBootstrapUrl: string };
}

export function createTools({
  dns,
  outbound,
  browser,
  clock,
  rpc,
  registries,
  geoDir,
  log,
}: ToolDependencies): SkillTools {
  const workers = new Workers();
  const fetcher = new Fetcher({ outbound, clock });
  return {
    dns,
    outbound,
    clock,
    fetcher,
    workers,
    pages: new Pages({ fetcher, rendered: new RenderedPages({ browser, clock }), workers }),
    chains: createChains({ rpc, outbound, clock }),
    registries: new Registries({ outbound, fetcher, clock, bootstrapUrl: registries.rdapBootstrapUrl }),
    places: Places.in(geoDir, log),
    vies: new Vies({ outbound, clock, url: registries.viesUrl }),
  };
}
