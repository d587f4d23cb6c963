import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { patienceMs, type TestBrowser, type Window, type WindowOptions } from '../harness/browser.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const usable = 'a[href], button:not(:disabled), input, select, textarea, summary, [tabindex="0"]';

interface Finding {
  readonly id: string;
  readonly nodes: { readonly html: string; readonly failureSummary: string }[];
}

/** The pages of a service as a person sees them. */
export class Site {
  readonly #url: string;
  readonly window: Window;

  private constructor(url: string, window: Window) {
    this.#url = url;
    this.window = window;
  }

  static async open(browser: TestBrowser, url: string, look?: WindowOptions): Promise<Site> {
    return new Site(url, await browser.open(look));
  }

  get page(): Page {
    return this.window.page;
  }

  /** Loads a page, and resolves when it is rendered. */
  async show(path: string): Promise<void> {
    await this.page.goto(this.#url + path);
    await this.drawn();
  }

  /** Navigates like a link, without loading the document again. */
  async go(path: string): Promise<void> {
    // Busy until the next page is rendered.
    await this.page.evaluate(
      `document.querySelector('main')?.setAttribute('aria-busy', 'true');
       document.dispatchEvent(new CustomEvent('kith-go', { detail: ${JSON.stringify(path)} }));`,
    );
    await this.drawn();
  }

  async drawn(): Promise<void> {
    await this.page.locator('main:not([aria-busy]) h1').first().waitFor();
  }

  /** Polls until an expression is true. Playwright's own method evaluates in the page, where its policy forbids it. */
  async until(expression: string): Promise<void> {
    const end = performance.now() + patienceMs;
    while (!(await this.page.evaluate<boolean>(expression))) {
      assert.ok(performance.now() < end, `condition was never true: ${expression}`);
      await sleep(50);
    }
  }

  /**
   * Repeats a step while the page says to retry, until it shows the outcome: beside other tests a worker of the server
   * may get no CPU in time.
   */
  async whenNotBusy(step: () => Promise<unknown>, outcome: Locator): Promise<void> {
    const busy = this.page.locator('.fault', { hasText: /\bRetry\b/ });
    do {
      await step();
      await outcome.or(busy).first().waitFor();
    } while (!(await outcome.isVisible()));
  }

  /** All text on the page. */
  text(): Promise<string> {
    return this.page.locator('main').innerText();
  }

  /**
   * Waits until all of these texts are on the page: some responses are seconds old, totals up to fifteen, and pages
   * catch up.
   */
  async shows(path: string, ...wanted: (RegExp | string)[]): Promise<void> {
    const end = Date.now() + patienceMs;
    for (;;) {
      const text = await this.text();
      const missing = wanted.filter((each) =>
        typeof each === 'string' ? !text.includes(each) : !each.test(text),
      );
      if (missing.length === 0) return;
      assert.ok(Date.now() < end, `${path} does not show ${missing.join(' and ')}, but: ${text}`);
      await sleep(50);
    }
  }

  /** No script error, no content policy violation, and no request to another host. */
  assertNoFaults(path: string): void {
    assert.deepEqual(this.window.faults.splice(0), [], path);
  }

  /** Elements on the page that text can only have created by being parsed as markup or script. */
  async assertNothingMadeOfText(path: string): Promise<void> {
    const made = await this.page.evaluate<string[]>(`[
      ...[...document.querySelectorAll('main :is(script, iframe, object, embed, b, h1 *, [onerror], [onload], [srcdoc])')]
        .filter((each) => !each.closest('h1') || !['CODE', 'BDI'].includes(each.tagName)).map((each) => each.outerHTML),
      ...[...document.querySelectorAll('main img')].map((img) => img.src).filter((src) => !['/files/', '/videos/'].some((own) => src.startsWith(location.origin + own))),
      ...[...document.querySelectorAll('a[href]')].map((a) => a.href).filter((href) => !/^https?:/.test(href)),
      ...('pwned' in globalThis ? ['a script of an agent ran'] : []),
    ]`);
    assert.deepEqual(made, [], path);
  }

  /** Enters the key that a page of the utility API asks for. */
  async giveKey(key: string): Promise<void> {
    await this.page.getByLabel('Ally key or city key').fill(key);
    await this.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  }

  /** Signs in on the sign-in page, replacing the current session. */
  async signIn(key: string): Promise<void> {
    await this.signOut();
    await this.show('/sign-in');
    await this.page.getByLabel(/^(Key|Ally key or city key)$/).fill(key);
    await this.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await this.page.waitForURL((url) => url.pathname !== '/sign-in');
    await this.drawn();
  }

  async signOut(): Promise<void> {
    await this.show('/sign-in');
    const button = this.page.getByRole('button', { name: 'Sign out' });
    if (!(await button.isVisible())) return;
    await button.click();
    // A narrow bar has the link, hidden.
    await this.page.locator('.account-tools').getByText('Sign in').waitFor({ state: 'attached' });
  }

  /** Presses Tab until the element of this name has the focus. */
  async tabTo(name: string): Promise<void> {
    for (let presses = 0; presses < 200; presses++) {
      await this.page.keyboard.press('Tab');
      const at = await this.page.evaluate<string>(`(() => {
        const at = document.activeElement;
        return (at.getAttribute('aria-label') ?? (at.labels?.[0]?.querySelector('span') ?? at.labels?.[0] ?? at).textContent).trim();
      })()`);
      if (at === name || at.startsWith(`${name} `)) return;
    }
    assert.fail(`the Tab key never reaches ${name}`);
  }

  /**
   * Goes through the whole page with the Tab key: every control is reached, is visible, and shows its focus. Returns
   * the number of stops.
   */
  async tabThrough(path: string): Promise<number> {
    const { page } = this;
    await page.evaluate('document.activeElement?.blur(), scrollTo(0, 0)');
    const stops = await page.evaluate<number>(`(() => {
      const stops = [...document.querySelectorAll('${usable}')]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }));
      for (const each of stops) each.dataset.stop = '';
      globalThis.tabFaults = [];
      document.addEventListener('focusin', ({ target: at }) => {
        delete at.dataset.stop;
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        const seen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
        const ringed = at.matches(':focus-visible') && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
        if (!ringed || !seen) tabFaults.push((seen ? 'no ring: ' : 'out of sight: ') + at.outerHTML.slice(0, 160));
      });
      return stops.length;
    })()`);
    // From the current focus to the end, and on from the top.
    for (let nth = 0; nth < stops + 2; nth++) await page.keyboard.press('Tab');
    assert.deepEqual(await page.evaluate<string[]>('tabFaults'), [], path);
    const missed = await page.evaluate<string[]>(
      "[...document.querySelectorAll('[data-stop]')].map((each) => each.outerHTML.slice(0, 160))",
    );
    assert.deepEqual(missed, [], `${path}: not reachable by keyboard`);
    return stops;
  }

  /** axe finds nothing with its default rules (WCAG and best practice), in both themes. */
  async assertAccessible(path: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme });
      // The themes differ only in colours.
      const found = await this.findings(colorScheme === 'dark' ? ['color-contrast'] : undefined);
      assert.deepEqual(found, [], `${path}, ${colorScheme}`);
    }
    await this.page.emulateMedia({ colorScheme: 'light' });
  }

  /** Everything that the browser stores beyond this document. */
  remembered(): Promise<string> {
    return this.page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
    );
  }

  /** Nothing is wider than the window, on a phone. */
  async assertFitsPhone(path: string): Promise<void> {
    await this.page.setViewportSize({ width: 360, height: 780 });
    const beyond = await this.widerBy();
    await this.page.setViewportSize({ width: 1280, height: 800 });
    assert.ok(beyond <= 0, `${path} is ${beyond} px wider than a phone’s screen`);
  }

  /** axe findings on the current page; with all default rules unless some are named. */
  async findings(rules?: readonly string[]): Promise<string[]> {
    if (!(await this.page.evaluate<boolean>("'axe' in globalThis"))) await this.page.evaluate(axeSource);
    const runOnly = rules && { runOnly: rules };
    const options = { resultTypes: ['violations'], ...runOnly, preload: false, iframes: false };
    const violations = await this.page.evaluate(async (asked) => {
      const { axe } = globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: Finding[] }> };
      };
      return (await axe.run(asked)).violations;
    }, options);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  }

  /** By how many pixels the page is wider than its window. */
  async widerBy(): Promise<number> {
    return this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  }
}
