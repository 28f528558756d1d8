import { expect, it, vi } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { readConfig } from '#core/server/config/config.ts';
import { createValidity } from '#core/server/http/response-cache/stored-response.ts';
import { MINUTE, systemClock } from '#core/server/platform/clock.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { openBuiltPages } from './page-source.ts';
import { createPageRenderer } from './render-page.ts';

const test = useTestApp();

function createRender(): (path: string) => Promise<unknown> {
  const config = readConfig({ PUBLIC_URL: 'https://tezi.test', LOG_LEVEL: 'silent' });
  const { render } = createPageRenderer(test.app, openBuiltPages(), config, {
    clock: systemClock,
    getDemo: () => null,
  });
  const source = { requestId: 'test', logFailure() {} };
  return (path) => render(new Request(`https://tezi.test${path}`), createValidity(), source);
}

it('rendering lets other work run between its steps, also if all responses of the API are cached', async () => {
  const render = createRender();
  await render(paths.news);
  let turns = 0;
  const countTurns = () => {
    turns += 1;
    counting = setImmediate(countTurns);
  };
  let counting = setImmediate(countTurns);
  await render(paths.news);
  clearImmediate(counting);
  expect(turns).toBeGreaterThanOrEqual(3);
});

it.each(Object.values(paths))(
  'rendering %s leaves no timer that would keep its data in memory',
  async (path) => {
    const render = createRender();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await render(path);
    expect(timers.mock.calls.map(([, delayMs]) => delayMs ?? 0).filter((ms) => ms >= MINUTE)).toEqual([]);
  },
);
