import { describe, expect, it } from 'vitest';
import { deleteSignal, listAdminSignals } from '#contract/signals/admin-endpoints.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import { signInAdministrator } from '#tests/support/people.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { loadSampleContent } from './sample-content.ts';

const test = useTestApp();

describe('sample content', () => {
  it('fills a new database once, and does not come back when it is deleted', async () => {
    const { access: token } = await signInAdministrator(test);
    const load = () => loadSampleContent(test.database, test.clock.now());
    const list = async () => (await test.call(listAdminSignals, { query: {} }, { token })).body;

    await load();
    const { count, results, active_counts } = await list();
    expect(count).toBe(5);
    expect(active_counts).toEqual({ intraday: 3, swing: 1, investment: 1 });
    expect(results.every(({ title }: AdminSignal) => title?.startsWith('Sample: '))).toBe(true);
    expect(results.every(({ created_at }: AdminSignal) => created_at < '2026-11-21T05:42:00.000Z')).toBe(
      true,
    );

    await load();
    expect((await list()).count).toBe(5);
    for (const { id } of results) await test.call(deleteSignal, { params: { id } }, { token });
    await load();
    expect((await list()).count).toBe(0);
  });
});
