import type { Page } from '@playwright/test';
import { ALERT_SETTINGS_PATH, getCompanyPath, paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import {
  createCustomer,
  getStorageState,
  signInAdministrator,
  VISITOR,
} from '#tests/e2e/support/accounts.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';
import { DESKTOP_VIEWPORT, expectNoSidewaysScroll } from './scan.ts';

const PUBLIC_PAGES = [
  paths.home,
  paths.today,
  paths.intradaySignals,
  paths.boardMeetings,
  paths.bookClosure,
  paths.news,
  paths.companies,
  paths.market,
  paths.screener,
  getCompanyPath('LUCK'),
  paths.performance,
  paths.pastSignals,
  paths.positions,
  paths.pricing,
  paths.record,
  paths.verify,
];
const CUSTOMER_PAGES = [
  paths.profile,
  paths.mySubscription,
  ALERT_SETTINGS_PATH,
  paths.watchlist,
  paths.positions,
];
const ADMIN_PAGES = [paths.adminInbox, paths.adminDashboard, paths.adminImports, paths.adminBilling];

test('text at 200 % neither overlaps nor is cut off', async ({
  playwright,
  launchOptions,
  product,
  browserErrors,
}) => {
  test.slow();
  // Media queries depend on the font size of the browser, which only its start can set.
  const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const { id } = await publish(product.url);
  for (const [user, pages] of [
    [VISITOR, [...PUBLIC_PAGES, `${paths.signals}/${id}`]],
    [await createCustomer(product.url), CUSTOMER_PAGES],
    [await signInAdministrator(product.url), ADMIN_PAGES],
  ] as const) {
    const context = await browser.newContext({
      baseURL: product.url,
      storageState: getStorageState(user, product.url),
      viewport: MOBILE_VIEWPORT,
      reducedMotion: 'reduce',
    });
    browserErrors.watch(context);
    const page = await context.newPage();
    for (const path of pages)
      await test.step(path, async () => {
        await openPage(page, path);
        await expect(page.getByText(/^Loading|^Checking/).filter({ visible: true })).toHaveCount(0);
        expect.soft(await findUnreadable(page), `on ${path} on mobile`).toEqual([]);
        await expectNoSidewaysScroll(page);
        await page.setViewportSize(DESKTOP_VIEWPORT);
        expect.soft(await findUnreadable(page), `on ${path} on desktop`).toEqual([]);
        await page.setViewportSize(MOBILE_VIEWPORT);
      });
    await context.close();
  }
  await browser.close();
});

/** Lists the texts that are cut off by a box or the window, are painted past the border of their box, or overlap another text. */
const findUnreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Box {
      left: number;
      right: number;
      top: number;
      bottom: number;
    }
    const SLACK = 2;
    const found = new Set<string>();
    const shown: { text: string; boxes: Box[]; layer: Element | null }[] = [];

    /** Returns the box of each line without the space above and below its letters. */
    const getLines = (text: Text): Box[] => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const size = Number.parseFloat(getComputedStyle(text.parentElement as Element).fontSize);
      return [...range.getClientRects()].flatMap(({ left, right, top, bottom }) => {
        const space = Math.max(0, (bottom - top - size) / 2);
        return right - left > 1 ? [{ left, right, top: top + space, bottom: bottom - space }] : [];
      });
    };
    const getClipBox = (element: Element): Box => {
      const { left, top } = element.getBoundingClientRect();
      const [x, y] = [left + element.clientLeft, top + element.clientTop];
      return { left: x, right: x + element.clientWidth, top: y, bottom: y + element.clientHeight };
    };
    const isOutsideX = (line: Box, box: Box) =>
      line.left < box.left - SLACK || line.right > box.right + SLACK;
    const isOutsideY = (line: Box, box: Box) =>
      line.top < box.top - SLACK || line.bottom > box.bottom + SLACK;

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue?.trim() ?? '';
      const parent = node.parentElement;
      if (text === '' || !parent || parent.closest('script, style, noscript, option, svg, .sr-only'))
        continue;
      if (
        !parent.checkVisibility({
          opacityProperty: true,
          visibilityProperty: true,
          contentVisibilityAuto: true,
        })
      )
        continue;
      let boxes = getLines(node as Text);
      let layer: Element | null = null;
      let isBoxFound = false;
      for (
        let element: Element | null = parent;
        element && element !== document.body;
        element = element.parentElement
      ) {
        const { display, position, overflowX, overflowY, backgroundColor, borderTopWidth } =
          getComputedStyle(element);
        if (position === 'fixed' || position === 'sticky') layer ??= element;
        if (display === 'inline' || display === 'contents') continue;
        const clip = getClipBox(element);
        // Text for screen readers alone.
        if (clip.right - clip.left <= 1) boxes = [];
        if (overflowX !== 'visible') {
          const canScroll = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
          for (const box of boxes) {
            if (!canScroll(overflowX) && isOutsideX(box, clip)) found.add(`cut off: ${text}`);
            if (!canScroll(overflowY) && isOutsideY(box, clip)) found.add(`cut off: ${text}`);
          }
          // What was scrolled out of sight overlaps nothing.
          boxes = boxes.filter((box) => !isOutsideX(box, clip) && !isOutsideY(box, clip));
          isBoxFound = true;
        } else if (!isBoxFound && (backgroundColor !== 'rgba(0, 0, 0, 0)' || borderTopWidth !== '0px')) {
          isBoxFound = true;
          if (boxes.some((box) => isOutsideX(box, clip) || isOutsideY(box, clip)))
            found.add(`outside: ${text}`);
        }
      }
      if (boxes.some(({ left, right }) => left < -SLACK || right > innerWidth + SLACK))
        found.add(`cut off by the window: ${text}`);
      shown.push({ text, boxes, layer });
    }

    const overlaps = (a: Box, b: Box) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
    for (const [index, a] of shown.entries())
      for (const b of shown.slice(index + 1))
        if (a.layer === b.layer && a.boxes.some((box) => b.boxes.some((other) => overlaps(box, other))))
          found.add(`overlap: ${a.text} | ${b.text}`);
    return [...found];
  });
