import { type BrowserContext, expect, type Page } from '@playwright/test';
import { paths } from '#core/contract/paths.ts';
import { SIGNAL_STREAM_PATH } from '#features/signals/contract/stream.ts';
import { openPage } from '#tests/e2e/support/pages.ts';

export const STREAM = `**/api${SIGNAL_STREAM_PATH}*`;

/** Opens a page and waits until it is live. */
export async function openLive(page: Page, path: string = paths.intradaySignals): Promise<void> {
  await openPage(page, path);
  await expectLive(page);
}

export const expectLive = (page: Page) => expect(page.getByText('Live', { exact: true })).toBeVisible();

/** Counts the streams that a browser requests. */
export function countStreams(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().includes(SIGNAL_STREAM_PATH)) count += 1;
  });
  return () => count;
}
