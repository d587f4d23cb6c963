import type { SkillTools } from '../../skills/tools.ts';
import { tokenSupplyKind, walletKind } from './chain-state.ts';
import { dnsKind } from './dns.ts';
import { endpointKind } from './endpoint.ts';
import type { KindName, WatchKind } from './kind.ts';
import { pageKind } from './page.ts';

export type WatchKinds = Readonly<Record<KindName, WatchKind>>;

export function watchKinds(
  tools: Pick<SkillTools, 'outbound' | 'dns' | 'pages' | 'chains' | 'registries' | 'clock'>,
): WatchKinds {
  return {
    endpoint: endpointKind(tools),
    dns: dnsKind(tools),
    page: pageKind(tools),
    'token-supply': tokenSupplyKind(tools),
    wallet: walletKind(tools),
  };
}
