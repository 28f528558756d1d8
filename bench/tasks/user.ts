import type { Locator, Page } from '@playwright/test';

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1440, height: 900 };
/** The height of the sticky header with the demo's ribbon, which covers what is below it. */
const HEADER = 80;

/** A file that the user chooses. */
interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

type Value = string | true | { option: string } | ChosenFile;

/** A user in front of a window, who presses only what is in it, and scrolls until it is. */
export class User {
  steps = 0;
  /** Pressed controls and filled fields. */
  presses = 0;
  scrolls = 0;
  readonly page: Page;
  readonly main: Locator;

  constructor(page: Page) {
    this.page = page;
    this.main = page.getByRole('main');
  }

  async press(control: Locator): Promise<void> {
    await this.bringIntoWindow(control);
    await control.click();
    this.steps += 1;
    this.presses += 1;
  }

  /** Fills in a form. `true` chooses an option. */
  async fill(...fields: [field: Locator, value: Value][]): Promise<void> {
    for (const [field, value] of fields) {
      // The browser's own dialog chooses a file, so its field may be hidden.
      if (typeof value === 'object' && 'buffer' in value) await field.setInputFiles(value);
      else {
        await this.bringIntoWindow(field);
        if (value === true) await field.check();
        else if (typeof value === 'object') await field.selectOption(value.option);
        else await field.fill(value);
      }
    }
    this.steps += 1;
    this.presses += fields.length;
  }

  /** Scrolls until all elements are in the window together. */
  async look(elements: readonly Locator[]): Promise<void> {
    for (const element of elements) await this.bringIntoWindow(element);
    for (const element of elements)
      if ((await this.locate(element)) !== 'inside')
        throw new Error(`${element} is not in the window with the others.`);
  }

  /** Scrolls like a finger, by most of the window, until the element is completely in the window. */
  private async bringIntoWindow(element: Locator): Promise<void> {
    await element.waitFor({ state: 'visible' });
    for (let scrolls = 0; scrolls < 40; scrolls += 1) {
      const place = await this.locate(element);
      if (place === 'inside') return;
      // Over the content, or over the dialog that covers it.
      await this.page.mouse.move(this.size.width / 2, this.size.height / 2);
      await this.page.mouse.wheel(0, (place === 'below' ? 0.75 : -0.75) * (this.size.height - HEADER));
      this.scrolls += 1;
      await this.page.waitForTimeout(SCROLL_MS);
    }
    throw new Error(`${element} does not come into the window.`);
  }

  private async locate(element: Locator): Promise<'inside' | 'above' | 'below'> {
    const box = await element.boundingBox();
    if (box === null || box.y + Math.min(box.height, this.size.height - HEADER) > this.size.height)
      return 'below';
    return box.y < 0 ? 'above' : 'inside';
  }

  private get size() {
    return this.page.viewportSize() ?? PHONE;
  }
}

/** The time that the window needs to scroll. */
const SCROLL_MS = 250;
