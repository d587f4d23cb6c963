import assert from 'node:assert/strict';
import { Site } from '../../../fixtures/web/site.ts';
import { holdRenders } from '../../../fixtures/web/stored-history.ts';
import { type PagesWorld, startPagesWorld } from '../../../fixtures/web/world.ts';
import type { Written } from '../../../fixtures/web/writings.ts';
import { startBrowser, type TestBrowser } from '../../../harness/browser.ts';

/** It would run wherever markup is parsed. */
export const hostile = (field: number | string): string => `f${field}'"><img src=x onerror=pwned=1>`;
/** The shorter one is for fields with a lower limit. */
export const hostileTexts = (nth: number) => [hostile(nth), `<b>${nth}</b>`];

interface Parts {
  readonly world: PagesWorld;
  readonly browser: TestBrowser;
  readonly city: Site;
  readonly utility: Site;
  readonly releaseRenders: () => Promise<void>;
}

/** Shared by all tests of the pages: one browser and one world, which each test leaves to the next. */
export class Pages {
  readonly world: PagesWorld;
  readonly browser: TestBrowser;
  readonly city: Site;
  readonly utility: Site;
  readonly #releaseRenders: () => Promise<void>;
  #written: Written | undefined;

  private constructor({ world, browser, city, utility, releaseRenders }: Parts) {
    this.#releaseRenders = releaseRenders;
    this.world = world;
    this.browser = browser;
    this.city = city;
    this.utility = utility;
  }

  static async open(): Promise<Pages> {
    const [world, browser] = await Promise.all([startPagesWorld(), startBrowser()]);
    const [city, utility] = await Promise.all([
      Site.open(browser, world.city.url),
      Site.open(browser, world.utility.url),
    ]);
    return new Pages({ world, browser, city, utility, releaseRenders: await holdRenders(world) });
  }

  async close(): Promise<void> {
    await this.#releaseRenders();
    await this.browser.close();
    await this.world.stop();
  }

  /** What agents wrote into every field. */
  get written(): Written {
    assert.ok(this.#written, 'the texts of the hostile-text test were not written');
    return this.#written;
  }
  set written(written: Written) {
    this.#written = written;
  }
}
