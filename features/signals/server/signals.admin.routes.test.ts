import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '#core/server/platform/clock.ts';
import { listAdminSignals } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { AdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { explainStatements } from '#tests/support/database/explain-statements.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { countActiveSignals } from './public-signals.queries.ts';
import { searchSignals } from './signals.queries.ts';

const test = useTestApp();

let token: string;
const list = (query: Record<string, string> = {}) =>
  test.call(listAdminSignals, { query: query as never }, { token });
const titles = async (query: Record<string, string>) =>
  (await list(query)).body.results.map(({ title }: AdminSignal) => title);

describe('GET /admin/signals/', () => {
  beforeAll(async () => {
    const admin = await signInAdministrator(test);
    token = admin.access;
    const add = async (title: string, rest: Parameters<typeof publish>[2]) => {
      test.clock.advance(HOUR / 60);
      await publish(test, admin, { title, ...rest });
    };
    await add('Up 100% since May', { symbol: 'HUBC' });
    await add('range_bound', { signal_type: 'swing' });
    await add('back\\slash', { signal_type: 'investment', call_status: 'closed' });
    await add('ordinary', { symbol: 'LUCKB', signal_type: 'swing', call_status: 'closed' });
  });

  it('lists every signal, newest first, and counts those in progress', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      count: 4,
      next: null,
      previous: null,
      active_counts: { intraday: 1, swing: 1, investment: 0 },
    });
    expect(body.results.map(({ title }: AdminSignal) => title)).toEqual([
      'ordinary',
      'back\\slash',
      'range_bound',
      'Up 100% since May',
    ]);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ signal_type: 'swing' }, ['ordinary', 'range_bound']],
    [{ call_status: 'closed' }, ['ordinary', 'back\\slash']],
    [{ signal_type: 'swing', call_status: 'closed' }, ['ordinary']],
    [{ search: 'hub' }, ['Up 100% since May']],
    [{ search: ' ORDINARY ' }, ['ordinary']],
    [{ search: 'luck' }, ['ordinary', 'back\\slash', 'range_bound']],
    [{ search: 'luck', signal_type: 'investment' }, ['back\\slash']],
    [{ search: '' }, ['ordinary', 'back\\slash', 'range_bound', 'Up 100% since May']],
    [{ search: '100%' }, ['Up 100% since May']],
    [{ search: '%' }, ['Up 100% since May']],
    [{ search: '_' }, ['range_bound']],
    [{ search: '\\' }, ['back\\slash']],
    [{ search: "' or 1=1 --" }, []],
    [{ search: 'nothing like it' }, []],
  ])('filters by %j', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it('counts only the signals that match the filter', async () => {
    expect((await list({ signal_type: 'swing' })).body.count).toBe(2);
    const none = await list({ search: 'nothing like it' });
    expect(none.body).toMatchObject({ count: 0, next: null, previous: null, results: [] });
  });

  it.each([
    [{ signal_type: 'forex' }, { signal_type: ['"forex" is not a valid choice.'] }],
    [{ call_status: 'open' }, { call_status: ['"open" is not a valid choice.'] }],
    [{ search: 'x'.repeat(61) }, { search: ['Ensure this field has no more than 60 characters.'] }],
    [{ search: 'a\0' }, { search: ['Null characters are not allowed.'] }],
  ])('rejects the filter %j', async (query, errors) => {
    const { status, body } = await list(query);
    expect({ status, body }).toEqual({ status: 400, body: errors });
  });
});

describe('the pages of GET /admin/signals/', () => {
  const ROWS = 'https://tezi.test/api/admin/signals/?search=PAGED';

  beforeAll(async () => {
    await test.database.pool.query(`
      insert into signals (signal_type, symbol, entry_price, stop_loss, target_points, leverage, shariah_type,
        risk_type, order_type, call_status, version, created_at)
      select 'swing', 'PAGED' || n, 471, 448, '{495}', 1, 'Unknown', 'medium', 'buy', 'in_progress', 1,
        timestamptz '2026-01-01 00:00Z'
      from generate_series(1, 101) n`);
  });

  it.each([
    ['1', 50, `${ROWS}&page=2`, null],
    ['2', 50, `${ROWS}&page=3`, `${ROWS}&page=1`],
    ['3', 1, null, `${ROWS}&page=2`],
  ])('returns page %s with %i signals and links under the public URL', async (page, size, next, previous) => {
    const response = await test.request({
      url: `/api/admin/signals/?search=PAGED&page=${page}`,
      headers: {
        authorization: `Bearer ${token}`,
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
      },
    });
    const body = response.json();
    expect(body).toMatchObject({ count: 101, next, previous });
    expect(body.results.length).toBe(size);
  });

  it('lists every signal exactly once across pages, even with the same timestamp', async () => {
    const seen = new Set<string>();
    for (const page of ['1', '2', '3']) {
      const { body } = await list({ search: 'PAGED', page });
      for (const { id } of body.results) seen.add(id);
    }
    expect(seen.size).toBe(101);
  });

  it.each(['0', '-1', 'abc', '', '1.5', '4', '999', '99999999999999999999'])(
    'responds with 404 to page %j',
    async (page) => {
      const { status, body } = await list({ search: 'PAGED', page });
      expect({ status, body }).toMatchObject({ status: 404, body: { detail: 'Invalid page.' } });
    },
  );
});

describe('with many signals', () => {
  beforeAll(async () => {
    const { pool } = test.database;
    await pool.query(`insert into signals (signal_type, symbol, title, entry_price, stop_loss, target_points, leverage,
        shariah_type, risk_type, order_type, call_status, version, created_at)
      select 'swing', 'SYM' || n, 'Title ' || n, 100, 90, array[110], 1, 'Unknown', 'low', 'buy', 'closed', 1,
        '2026-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 3000) n`);
    await pool.query('vacuum analyze signals');
  });

  it('reads pages, searches and counts of active signals from indexes', async () => {
    const { database } = test;
    const range = { limit: 50, offset: 2_000 };
    const plans = await explainStatements(database, async () => {
      await searchSignals(database.db, {}, range);
      await searchSignals(database.db, { search: 'sym1234' }, range);
      const termEnds = {
        validity: new Date('2026-11-20T00:00:00Z'),
        limit: new Date('2026-11-10T00:00:00Z'),
      };
      await countActiveSignals(database.db, { intraday: termEnds, swing: termEnds, investment: termEnds });
    });
    const [page, total, foundPage, foundTotal, active] = plans;
    expect(page).toMatch(/Index Only Scan using signals_date_idx/);
    expect(total).toMatch(/Index Only Scan using signals_\w+_idx/);
    for (const plan of [foundPage, foundTotal])
      expect(plan).toMatch(/Bitmap Index Scan on signals_search_idx/);
    expect(active).toMatch(/Scan (using|on) signals_(state|date)_idx/);
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan/);
  });
});
