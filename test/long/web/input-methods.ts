import type { Page } from 'playwright-core';
import type { Site } from '../../fixtures/web/site.ts';

/** A way to use a page, by the names that a person reads. */
export interface InputMethod {
  press(name: string): Promise<void>;
  write(field: string, text: string): Promise<void>;
  check(box: string): Promise<void>;
  choose(field: string, option: string): Promise<void>;
}

const named = (page: Page, name: string) => {
  const main = page.getByRole('main');
  return main.getByRole('button', { name, exact: true }).or(main.getByRole('link', { name, exact: true }));
};

/** A field by its label; a section of the page may have the same label. */
const labelled = (page: Page, field: string) => {
  const main = page.getByRole('main');
  return main.getByLabel(field).and(main.locator('input, textarea, select')).first();
};

/** Only the keyboard. */
export function keyboardInput(site: Site): InputMethod {
  const { keyboard } = site.page;
  return {
    press: async (name) => {
      await named(site.page, name).first().waitFor();
      await site.tabTo(name);
      await keyboard.press('Enter');
    },
    write: async (field, text) => {
      await labelled(site.page, field).waitFor();
      await site.tabTo(field);
      await keyboard.type(text);
    },
    check: async (box) => {
      await site.tabTo(box);
      await keyboard.press('Space');
    },
    // A list selects an option by its first letters.
    choose: async (field, option) => {
      await site.tabTo(field);
      await keyboard.type(option);
    },
  };
}

/** Only a finger on a phone. */
export function touchInput({ page }: Site): InputMethod {
  const main = page.getByRole('main');
  return {
    press: async (name) => {
      await named(page, name)
        .first()
        .tap()
        .catch(async (error: unknown) => {
          throw new Error(`cannot tap ${name} on: ${await main.innerText()}`, { cause: error });
        });
    },
    write: async (field, text) => {
      await labelled(page, field).tap();
      // The phone's keyboard types into the field that was tapped.
      await page.keyboard.insertText(text);
    },
    check: (box) => main.getByLabel(box).tap(),
    choose: async (field, option) => {
      await main.getByLabel(field).selectOption({ label: option });
    },
  };
}
