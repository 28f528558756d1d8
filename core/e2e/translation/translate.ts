import { expect, type Page } from '@playwright/test';

/**
 * Translates the page and those that it opens as Chrome does, once they are interactive: each text node, also of later content, is replaced
 * by a copy of it within two `font` elements. The text stays the same, so that tests find it.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const KEPT = '[translate="no"], font, script, style, noscript, textarea, svg';
    const translate = (text: Text) => {
      if (text.data === '' || !text.parentElement || text.parentElement.closest(KEPT)) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    };
    const translateAll = (node: Node) => {
      const texts = node instanceof Text ? [node] : [];
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) translate(text);
    };
    const start = () => {
      translateAll(document.body);
      document.documentElement.dataset.translated = '';
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) translateAll(node);
        // React renders the document again for an error page.
        document.documentElement.dataset.translated = '';
      }).observe(document, { childList: true, subtree: true });
    };
    const timer = setInterval(() => {
      if (document.documentElement?.dataset.hydrated === undefined) return;
      clearInterval(timer);
      start();
    });
  });
}

export async function openTranslated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-translated]')).toBeAttached();
  await expectUpToDate(page);
}

/** Expects that the page shows the text that React has rendered, and no error page. */
export async function expectUpToDate(page: Page): Promise<void> {
  const error = page.getByRole('heading', { name: /Unexpected Application Error|This page could not be/ });
  await expect(error, `the error page on ${page.url()}`).toHaveCount(0);
  await expect.poll(() => page.evaluate(findStaleTexts), `stale texts on ${page.url()}`).toEqual([]);
}

/** Expects that translations leave all prices, percentages and multiples of R on the page as they are. */
export async function expectFiguresKept(page: Page): Promise<void> {
  expect.soft(await page.evaluate(findTranslatedFigures), `translated figures on ${page.url()}`).toEqual([]);
}

/** Leaves out folded forms: the position size explains its inputs in sentences. */
function findTranslatedFigures(): string[] {
  const FIGURE = /Rs\. ?\d|\B[+−]\d|\d\.\d+\s?(?:%|R\b)|^\d[\d,]*\.\d\d$/;
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement: parent } = walker.currentNode as Text;
    if (
      FIGURE.test(data) &&
      !parent?.closest('[translate="no"], script, style, noscript, svg, details:has(input)')
    )
      found.push(`${parent?.localName}: ${data}`);
  }
  return found;
}

/** Compares the text directly in each element with that of its fiber, React's record of what it has rendered. */
function findStaleTexts(): string[] {
  interface Fiber {
    tag: number;
    stateNode: unknown;
    memoizedProps: unknown;
    child: Fiber | null;
    sibling: Fiber | null;
    return: Fiber | null;
  }
  const [ELEMENT, TEXT] = [5, 6];
  const stale: string[] = [];
  /** Returns the texts of a fiber that are outside its elements. */
  const read = (fiber: Fiber): string => {
    if (fiber.tag === TEXT) return String(fiber.memoizedProps);
    let text = '';
    for (let child = fiber.child; child; child = child.sibling) text += read(child);
    const element = fiber.stateNode;
    if (fiber.tag !== ELEMENT || !(element instanceof Element)) return text;
    const { children, dangerouslySetInnerHTML } = fiber.memoizedProps as Record<string, unknown>;
    if (dangerouslySetInnerHTML || element.matches('textarea, noscript')) return '';
    if (typeof children === 'string' || typeof children === 'number') text = String(children);
    const shown = [...element.childNodes]
      .filter((node) => node instanceof Text || node.nodeName === 'FONT')
      .map((node) => node.textContent)
      .join('');
    if (shown !== text) stale.push(`"${shown}" instead of "${text}"`);
    return '';
  };
  const key = Object.keys(document.body).find((name) => name.startsWith('__reactFiber$')) ?? '';
  let root = Reflect.get(document.body, key) as Fiber | undefined;
  while (root?.return) root = root.return;
  if (!root) return ['React has not rendered the body'];
  // The fiber of the body may be that of the rendering before: only the root knows which are current.
  read((root.stateNode as { current: Fiber }).current);
  return stale;
}

/**
 * Presses every visible control of the page once, rows of lists by their first one. Links are not followed, and dialogs are closed. Returns how many
 * were pressed.
 */
export async function pressEverything(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const SKIPPED = /log ?out|sign out|with google|print|download|export|receipt/i;
    Object.assign(window, { open: () => null, print: () => {} });
    const pressed = new Set<string>();
    const getLabel = (control: Element) => {
      const copy = control.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll('.sr-only')) hidden.remove();
      return copy.textContent || control.getAttribute('aria-label')?.split(' ')[0] || '';
    };
    const findNext = () =>
      [...document.querySelectorAll<HTMLElement>('button, summary, [role="switch"], [type="checkbox"]')].find(
        (control) =>
          control.checkVisibility() &&
          !pressed.has(getLabel(control)) &&
          !SKIPPED.test(getLabel(control)) &&
          // A modal dialog covers the others.
          (control.closest('dialog') || !document.querySelector('dialog:modal')),
      );
    const path = location.pathname;
    for (let control = findNext(); control && location.pathname === path; control = findNext()) {
      pressed.add(getLabel(control));
      control.click();
      await new Promise((resolve) => setTimeout(resolve));
      await new Promise(requestAnimationFrame);
      // A dialog without a control that was not pressed yet.
      if (!findNext()) document.querySelector<HTMLElement>('dialog:modal [aria-label="Close"]')?.click();
      await new Promise((resolve) => setTimeout(resolve));
    }
    return pressed.size;
  });
}
