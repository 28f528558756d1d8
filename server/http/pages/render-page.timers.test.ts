import { expect, it, vi } from 'vitest';
import { paths } from '#contract/paths.ts';
import { readConfig } from '#server/config/config.ts';
import { createValidity } from '#server/http/response-cache/rendered-response.ts';
import { MINUTE, systemClock } from '#server/platform/clock.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { openBuiltPages } from './page-source.ts';
import { createPageRenderer } from './render-page.ts';

const test = useTestApp();

it.each(Object.values(paths))(
  'rendering %s leaves no timer that would keep its data in memory',
  async (path) => {
    const config = readConfig({ PUBLIC_URL: 'https://tezi.test', LOG_LEVEL: 'silent' });
    const { render } = createPageRenderer(test.app, openBuiltPages(), config, {
      clock: systemClock,
      getDemo: () => null,
    });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await render(new Request(`https://tezi.test${path}`), createValidity());
    expect(timers.mock.calls.map(([, delayMs]) => delayMs ?? 0).filter((ms) => ms >= MINUTE)).toEqual([]);
  },
);
