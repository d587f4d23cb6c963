import { readRules, type TechnologyRule } from '../rule.ts';
import { applications } from './applications.ts';
import { commerce } from './commerce.ts';
import { embeds } from './embeds.ts';
import { engagement } from './engagement.ts';
import { frontEnd } from './front-end.ts';
import { infrastructure } from './infrastructure.ts';
import { libraries } from './libraries.ts';
import { measuring } from './measuring.ts';
import { servers } from './servers.ts';
import { services } from './services.ts';
import { sites } from './sites.ts';
import { wordpress } from './wordpress.ts';

/** Every known technology, each once. */
export const rules: readonly TechnologyRule[] = [
  infrastructure,
  servers,
  sites,
  applications,
  wordpress,
  frontEnd,
  libraries,
  embeds,
  services,
  measuring,
  engagement,
  commerce,
].flatMap(readRules);
