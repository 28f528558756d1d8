import { type Browser, devices } from '@playwright/test';

/** Lighthouse's simulated mobile connection and processor, applied to the browser. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;

/**
 * Opens the chart of a company page on a phone with Lighthouse's mobile settings, in a new context. Returns the milliseconds from
 * the tap until the chart has been painted and reacts to a touch.
 */
export async function openChart(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ ...devices['Pixel 7'] });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(url);
    const open = page.getByRole('button', { name: 'Open the chart' });
    await open.scrollIntoViewIfNeeded();
    await page.evaluate(() => {
      addEventListener('click', ({ timeStamp }) => Object.assign(window, { openedAt: timeStamp }), {
        capture: true,
        once: true,
      });
    });
    await open.tap();
    return await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      while (!document.querySelector('[role="img"] canvas')) await frame();
      // Twice: the first frame draws the chart. The task after it runs when the browser can handle a touch.
      for (let drawn = 0; drawn < 2; drawn += 1) await frame();
      await new Promise((resolve) => setTimeout(resolve));
      return performance.now() - (window as unknown as { openedAt: number }).openedAt;
    });
  } finally {
    await context.close();
  }
}
