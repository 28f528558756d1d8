import type { Locator, Page } from '@playwright/test';
import { getCompanyPath, paths } from '#core/contract/paths.ts';
import { expect, test } from '#tests/e2e/fixtures.ts';
import { MOBILE_VIEWPORT, openPage } from '#tests/e2e/support/pages.ts';
import { publish } from '#tests/e2e/support/signals.ts';
import { expectNoSidewaysScroll } from './scan.ts';

const PAGES = [
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
  paths.terms,
];

test('on pages from right to left, the layout is mirrored and numbers are painted as they are written', async ({
  page,
  product,
}) => {
  test.slow();
  const { id } = await publish(product.url);
  for (const path of [...PAGES, `${paths.signals}/${id}`])
    await test.step(path, async () => {
      await openPage(page, path);
      await expect(page.getByText(/^Loading|^Checking/).filter({ visible: true })).toHaveCount(0);
      await mirror(page);
      expect.soft(await findReordered(page), `reordered on ${path}`).toEqual([]);
      await page.setViewportSize(MOBILE_VIEWPORT);
      expect.soft(await findReordered(page), `reordered on ${path} on mobile`).toEqual([]);
      await expectNoSidewaysScroll(page);
      await page.setViewportSize({ width: 1440, height: 900 });
    });
});

test('from right to left, text starts on the right and numbers in columns end on the left', async ({
  page,
}) => {
  await openPage(page, paths.intradaySignals);
  await mirror(page);
  const logo = await page.getByRole('banner').locator('.wordmark').boundingBox();
  expect(logo?.x).toBeGreaterThan(1440 / 2);
  const title = await getPaintedBox(page.getByRole('heading', { level: 1 }));
  expect(Math.abs(title.painted.right - title.element.right)).toBeLessThan(2);
  const price = await getPaintedBox(page.locator('.level-row > td').first());
  expect(Math.abs(price.painted.left - price.element.left)).toBeLessThan(2);
});

/** Changes the direction of the page, as a translation to Urdu would. */
async function mirror(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
}

/** Returns the box of an element without padding at its end, and that of its text. */
const getPaintedBox = (locator: Locator) =>
  locator.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const toSides = ({ left, right }: DOMRect) => ({ left, right });
    return {
      element: toSides(element.getBoundingClientRect()),
      painted: toSides(range.getBoundingClientRect()),
    };
  });

/** Lists the texts with numbers of which a character is painted to the left of one that is written before it on the same line. */
const findReordered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const blocks = new Map<Element, Text[]>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let block = node.parentElement;
      if (!block || block.closest('svg, script, style, .sr-only')) continue;
      while (block.parentElement && getComputedStyle(block).display === 'inline') block = block.parentElement;
      blocks.set(block, [...(blocks.get(block) ?? []), node as Text]);
    }
    const isReordered = (texts: readonly Text[]) => {
      let last: DOMRect | null = null;
      const range = document.createRange();
      for (const text of texts)
        for (let index = 0; index < text.length; index += 1) {
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          const [rect] = range.getClientRects();
          if (!rect || rect.width === 0 || text.data[index]?.trim() === '') continue;
          if (last && Math.abs(rect.top - last.top) < last.height / 2 && rect.left < last.left - 0.5)
            return true;
          last = rect;
        }
      return false;
    };
    return [...blocks.values()]
      .filter((texts) => texts.some(({ data }) => /\d/.test(data)) && isReordered(texts))
      .map((texts) => texts.map(({ data }) => data).join(''));
  });
