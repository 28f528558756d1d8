import { beforeEach, expect, it } from 'vitest';
import { getCompanyPath, paths } from '#core/contract/paths.ts';
import { priceBars } from '#features/market/server/prices/prices.tables.ts';
import { listPsxSignals } from '#features/signals/contract/endpoints.ts';
import { editSignal, listAdminSignals } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { signInAdministrator } from '#tests/support/accounts/accounts.ts';
import { parseHtml } from '#tests/support/pages/html.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp();
/** Before and after the close of Monday, 15:30 in Karachi. */
const MONDAY_NOON = '2026-11-23T07:00:00.000Z';
const MONDAY_EVENING = '2026-11-23T14:00:00.000Z';
const TUESDAY_NOON = '2026-11-24T07:00:00.000Z';

/** 471 with the stop at 448 and the first target at 495. */
const SIGNAL = { symbol: 'LUCK', signal_type: 'swing' } as const;

beforeEach(async () => {
  test.clock.set(MONDAY_NOON);
  await test.database.transaction(async (tx, announce) => {
    announce('prices');
    await tx.delete(priceBars);
  });
});

async function signIn() {
  return signInAdministrator(test);
}

async function find(signal: { id: string }, signal_type: SignalType = 'swing'): Promise<Signal> {
  const { access } = await signIn();
  const { body } = await test.call(listPsxSignals, { query: { signal_type } }, { token: access });
  return body.results.find(({ id }: Signal) => id === signal.id);
}

const importClose = (date: string, close: number, symbol = 'LUCK') =>
  test.database.transaction(async (tx, announce) => {
    announce('prices');
    await tx.insert(priceBars).values({ symbol, date, close });
  });

it('shows a new close in cached lists as soon as it is imported', async () => {
  const signal = await publish(test, await signIn(), SIGNAL);
  expect(await find(signal)).toMatchObject({ last_close: null, price_status: null });
  await importClose('2026-11-20', 44_000);
  expect(await find(signal)).toMatchObject({ last_close: { date: '2026-11-20', close: '440.00' } });
  await importClose('2026-11-23', 46_500);
  expect(await find(signal)).toMatchObject({
    last_close: { date: '2026-11-23', close: '465.00' },
    price_status: null,
  });
  const { access } = await signIn();
  const { body } = await test.call(listAdminSignals, { query: { signal_type: 'swing' } }, { token: access });
  expect(body.results.find(({ id }: { id: string }) => id === signal.id)).toMatchObject({
    last_close: { date: '2026-11-23', close: '465.00' },
    price_status: null,
  });
});

it('draws conclusions only from closes of the trading day of the publication or later', async () => {
  const noon = await publish(test, await signIn(), SIGNAL);
  test.clock.set(MONDAY_EVENING);
  const evening = await publish(test, await signIn(), SIGNAL);
  await importClose('2026-11-20', 44_000);
  expect((await find(noon)).price_status).toBeNull();
  await importClose('2026-11-23', 44_800);
  expect((await find(noon)).price_status).toBe('stop_passed');
  expect(await find(evening)).toMatchObject({ last_close: { close: '448.00' }, price_status: null });
  await importClose('2026-11-24', 49_500);
  for (const signal of [noon, evening]) expect((await find(signal)).price_status).toBeNull();
});

it('draws no conclusion about a stop from a close before it was moved there', async () => {
  const signal = await publish(test, await signIn(), SIGNAL);
  await importClose('2026-11-23', 46_000);
  expect((await find(signal)).price_status).toBeNull();
  test.clock.set(TUESDAY_NOON);
  const edited = { params: signal, body: { stop_loss: '465.00' } };
  expect((await test.call(editSignal, edited, { token: (await signIn()).access })).status).toBe(200);
  expect((await find(signal)).price_status).toBeNull();
  await importClose('2026-11-24', 46_500);
  expect((await find(signal)).price_status).toBe('stop_passed');
});

it('draws no conclusion about a signal that is closed', async () => {
  const signal = await publish(test, await signIn(), SIGNAL);
  await importClose('2026-11-23', 40_000);
  expect((await find(signal)).price_status).toBe('stop_passed');
  const body = { call_status: 'closed' } as const;
  await test.call(editSignal, { params: signal, body }, { token: (await signIn()).access });
  expect(await find(signal)).toMatchObject({ last_close: { close: '400.00' }, price_status: null });
});

it('renders the close and its distance from each level without scripts, and nothing of it without prices', async () => {
  await publish(test, await signIn(), { symbol: 'MARI', signal_type: 'intraday' });
  const getCard = async () => {
    const page = parseHtml((await test.request(paths.intradaySignals)).body);
    return page.findAll('li').find((item) => item.text.includes('MARI'))?.text ?? '';
  };
  expect(await getCard()).not.toContain('Last close');
  await importClose('2026-11-23', 44_700, 'MARI');
  const card = await getCard();
  expect(card).toContain('Last close, 23 Nov 2026');
  expect(card).toContain('Stop passed at close');
  expect(card).toMatch(/To stop ?\+0\.22% ?To entry ?\+5\.37% ?To TP1 ?\+10\.74%/);
});

it('renders the pages with signals again after each import, and the others not', async () => {
  await publish(test, await signIn(), { symbol: 'OGDC', signal_type: 'intraday' });
  const pages = [paths.intradaySignals, getCompanyPath('OGDC')];
  const news = (await test.request(paths.news)).body;
  for (const [date, close] of [
    ['2026-11-19', 46_900],
    ['2026-11-20', 47_050],
    ['2026-11-23', 47_125],
  ] as const) {
    await importClose(date, close, 'OGDC');
    for (const page of pages)
      expect((await test.request(page)).body, page).toContain(`Rs. ${(close / 100).toFixed(2)}`);
  }
  expect((await test.request(paths.news)).body).toBe(news);
});
