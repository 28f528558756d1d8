import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#core/server/platform/clock.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { listSignalVersions, publishSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import { addAnalyst } from '#features/signals/contract/publishing/analyst-endpoints.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { makeSignalBody, publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();

let admin: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  admin = await signInAdministrator(test);
  const dates = { valid_from: null, valid_until: null };
  const analyst = { name: 'Bilal Ahmed', registration: 'PMEX-7', ...dates, is_active: true };
  await test.call(addAnalyst, { body: analyst }, { token: admin.access });
});

const send = (body: unknown) => test.call(publishSignal, { body: body as never }, { token: admin.access });
const intraday = async () => (await test.call(listPsxSignals, { query: { signal_type: 'intraday' } })).body;
const onList = async (id: string) =>
  (await intraday()).results.find((signal: { id: string }) => signal.id === id);

describe('publishing a signal', () => {
  it('responds with the signal as entered, the defaults and the analyst of the list', async () => {
    const { status, body } = await send({
      symbol: ' luck ',
      signal_type: 'intraday',
      entry_price: 471,
      stop_loss: '448',
      target_points: ['495.5', 518],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: null,
      signal_type: 'intraday',
      symbol: 'LUCK',
      sector: null,
      entry_price: '471.00',
      stop_loss: '448.00',
      target_points: ['495.50', '518.00'],
      leverage: 1,
      shariah_type: 'Unknown',
      risk_type: 'medium',
      order_type: 'buy',
      call_status: 'in_progress',
      analyst_name: 'Bilal Ahmed',
      analyst_registration: 'PMEX-7',
      rationale: null,
      disclosures: null,
      notes: null,
      horizon_days: 1,
      created_at: '2026-11-21T05:42:00.000Z',
      changed_at: null,
      version: 1,
      closed_at: null,
    });
  });

  it('shows the signal to traders immediately, with the company and analyst filled in', async () => {
    const before = await intraday();
    const { id } = await publish(test, admin);
    const after = await intraday();
    expect(after).toMatchObject({ count: before.count + 1, has_subscription: false });
    expect(await onList(id)).toEqual({
      id,
      title: 'Lucky Cement Limited',
      signal_type: 'intraday',
      code: expect.stringMatching(/^[\dA-Z]{4}-[\dA-Z]{4}$/),
      symbol: 'LUCK',
      sector: 'Cement',
      entry_price: '471.00',
      stop_loss: '448.00',
      target_points: ['495.00', '518.00', '540.00'],
      leverage: 1,
      shariah_type: 'Unknown',
      risk_type: 'medium',
      order_type: 'buy',
      call_status: 'in_progress',
      analyst_name: 'Bilal Ahmed',
      analyst_registration: 'PMEX-7',
      rationale: null,
      disclosures: null,
      notes: null,
      disclosure_text: 'Analyst Bilal Ahmed, registration PMEX-7\nHorizon 1 trading day',
      horizon_days: 1,
      created_at: '2026-11-21T05:42:00.000Z',
      changed_at: null,
      company_name: 'Lucky Cement Limited',
      published_levels: {
        order_type: 'buy',
        entry_price: '471.00',
        stop_loss: '448.00',
        target_points: ['495.00', '518.00', '540.00'],
      },
      level_changes: [],
      // Published on a Saturday, for the session of Monday.
      expires_at: '2026-11-23T10:30:00.000Z',
      is_expired: false,
      last_close: null,
      price_status: null,
      entry_verdict: {
        verdict: 'open',
        reason: 'order',
        date: null,
        close: null,
        risk_percent: '4.88',
        reward_to_risk: '3.00',
      },
      state: {
        kind: 'waiting',
        targets_hit: 0,
        r_multiple: null,
        as_of: null,
        is_old: false,
        reason: null,
      },
    });
  });

  it('stores every field of a signal', async () => {
    const fields = {
      title: 'Breakout 🚀 <b>above</b> 480',
      sector: 'Cement & more',
      order_type: 'sell',
      entry_price: '9999999999.99',
      stop_loss: '9999999999.99',
      target_points: ['6.00', '5.00', '4.00', '3.00', '2.00', '0.01'],
      leverage: 100,
      shariah_type: 'Non-Compliant',
      risk_type: 'high',
      analyst_name: 'Sana Tariq',
      analyst_registration: 'SECP-12',
    } as const;
    const { id } = await publish(test, admin, {
      ...fields,
      entry_price: '9999999999.98',
      target_points: [...fields.target_points],
    });
    expect(await onList(id)).toMatchObject({ ...fields, entry_price: '9999999999.98' });
  });

  it('uses the symbol as the title of an unlisted company, without a sector', async () => {
    const { id } = await publish(test, admin, { symbol: 'new-co.1' });
    expect(await onList(id)).toMatchObject({
      symbol: 'NEW-CO.1',
      title: 'NEW-CO.1',
      sector: null,
      company_name: null,
    });
  });

  it('stores blank texts as null, and a blank analyst as that of the list', async () => {
    const blank = { title: ' ', sector: '', analyst_name: '', analyst_registration: ' ' };
    const published = await publish(test, admin, blank);
    expect(published).toMatchObject({
      title: null,
      sector: null,
      analyst_name: 'Bilal Ahmed',
      analyst_registration: 'PMEX-7',
    });
    expect(await onList(published.id)).toMatchObject({ title: 'Lucky Cement Limited' });
  });

  it("does not store the registration of the list with another analyst's name", async () => {
    const { id } = await publish(test, admin, { analyst_name: 'Sana Tariq' });
    expect(await onList(id)).toMatchObject({ analyst_name: 'Sana Tariq', analyst_registration: null });
  });

  it('publishes a signal that is already closed', async () => {
    const published = await publish(test, admin, { call_status: 'closed' });
    expect(published).toMatchObject({ call_status: 'closed', closed_at: '2026-11-21T05:42:00.000Z' });
    expect(await onList(published.id)).toMatchObject({ call_status: 'closed' });
  });

  it('records the first version with its author and time', async () => {
    const published = await publish(test, admin);
    const { body } = await test.call(listSignalVersions, { params: published }, { token: admin.access });
    expect(body).toEqual({
      results: [
        {
          version: 1,
          action: 'added',
          changed_at: '2026-11-21T05:42:00.000Z',
          changed_by: admin.username,
          approved_by: null,
          signal: published,
          override: null,
        },
      ],
    });
  });

  it('lists the newest signal first', async () => {
    const first = await publish(test, admin);
    test.clock.advance(MINUTE);
    const second = await publish(test, admin);
    const ids = (await intraday()).results.map(({ id }: { id: string }) => id);
    expect(ids.indexOf(second.id)).toBe(0);
    expect(ids.indexOf(first.id)).toBeGreaterThan(0);
  });
});

describe('publishing a signal with invalid levels', () => {
  it('rejects the signal by field and stores nothing', async () => {
    const before = (await intraday()).count;
    const { status, body } = await send(makeSignalBody({ stop_loss: '471', target_points: ['495', '495'] }));
    expect(status).toBe(400);
    expect(body).toEqual({
      stop_loss: ['Stop loss must be below the entry price (Rs. 471.00) for a buy order.'],
      target_points: ['TP2 must be above TP1 (Rs. 495.00) for a buy order.'],
    });
    expect((await intraday()).count).toBe(before);
    const { rows } = await test.database.pool.query('select count(*)::int as count from signals');
    const versions = await test.database.pool.query('select count(*)::int as count from signal_versions');
    expect(versions.rows).toEqual(rows);
  });
});
