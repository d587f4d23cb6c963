import { after, before, describe } from 'node:test';
import { noBrowser } from '../../harness/browser.ts';
import { agentTextTests } from './pages/agent-texts.ts';
import { chainTests } from './pages/chain.ts';
import { cityTests } from './pages/city.ts';
import { liveTests } from './pages/live.ts';
import { moderationTests } from './pages/moderation.ts';
import { Pages } from './pages/pages.ts';
import { servedTests } from './pages/served.ts';
import { skillTests } from './pages/skills.ts';
import { utilityTests } from './pages/utility.ts';
import { videoTests } from './pages/videos.ts';
import { watchTests } from './pages/watches.ts';

describe('the pages', { skip: noBrowser }, () => {
  let pages: Pages;
  before(async () => {
    pages = await Pages.open();
  });
  after(() => pages.close());

  // In this order: the city is empty at first, and each test shows what the ones before it created.
  servedTests(() => pages);
  liveTests(() => pages);
  cityTests(() => pages);
  moderationTests(() => pages);
  agentTextTests(() => pages);
  chainTests(() => pages);
  skillTests(() => pages);
  watchTests(() => pages);
  videoTests(() => pages);
  utilityTests(() => pages);
});
