import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { DAY } from '#core/server/platform/clock.ts';
import { deleteAccount, exportAccount } from '#features/accounts/contract/account-data.ts';
import { findCustomerByEmail } from '#features/accounts/server/accounts.ts';
import {
  deleteIndicatorSet,
  getChartTools,
  type Indicator,
  MAX_INDICATOR_SETS,
  MAX_INDICATORS,
  saveIndicatorSet,
  saveIndicators,
} from '#features/billing/contract/chart-tools.ts';
import { grantForRegistration } from '#features/billing/server/access/grants.ts';
import { chartSettings } from '#features/billing/server/billing.tables.ts';
import { signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { INTERMEDIATE, PRO, usePaddleApp } from '#tests/support/billing/paddle-simulator.ts';

const test = usePaddleApp();

const RSI: Indicator = { kind: 'rsi', period: 14 };
const MACD: Indicator = { kind: 'macd', fast: 12, slow: 26, signal: 9 };
const NOTHING = { has_tools: false, has_sets: false, indicators: [], sets: [] };

const read = async (token: string) => (await test.call(getChartTools, {}, { token })).body;
const save = (token: string, indicators: unknown) =>
  test.call(saveIndicators, { body: { indicators } as never }, { token });
const saveSet = (token: string, name: string, indicators: unknown = [RSI]) =>
  test.call(saveIndicatorSet, { body: { name, indicators } as never }, { token });
const findUserId = async ({ email }: { email: string }): Promise<string> =>
  (await findCustomerByEmail(test.database.db, email))?.id ?? '';
const readRow = async (userId: string) =>
  (await test.database.db.select().from(chartSettings).where(eq(chartSettings.userId, userId)))[0];

describe('indicators', () => {
  it('stores the indicators of a subscriber of any plan', async () => {
    const { access } = await test.signUpSubscriber({ priceId: INTERMEDIATE.monthlyPriceId });
    expect(await read(access)).toEqual({ ...NOTHING, has_tools: true });
    const bollinger: Indicator = { kind: 'bollinger', period: 20, deviations: 2.5 };
    expect(await save(access, [bollinger, RSI])).toMatchObject({ status: 200 });
    await save(access, [MACD, bollinger]);
    expect(await read(access)).toEqual({ ...NOTHING, has_tools: true, indicators: [MACD, bollinger] });
  });

  it.each([
    [[{ kind: 'rsi', period: 1 }]],
    [[{ kind: 'rsi', period: 201 }]],
    [[{ kind: 'sma', period: 2.5 }]],
    [[{ kind: 'ema', period: '20' }]],
    [[{ kind: 'ema' }]],
    [[{ kind: 'bollinger', period: 20, deviations: 9 }]],
    [[{ kind: 'macd', fast: 26, slow: 26, signal: 9 }]],
    [[{ kind: 'script', period: 5 }]],
    [Array.from({ length: MAX_INDICATORS + 1 }, () => RSI)],
    [{ 0: RSI }],
    ['rsi'],
    [null],
  ])('rejects the indicators %j', async (indicators) => {
    const { access } = await test.signUpSubscriber();
    await save(access, [MACD]);
    expect(await save(access, indicators)).toMatchObject({
      status: 400,
      body: { indicators: [expect.any(String)] },
    });
    expect((await read(access)).indicators).toEqual([MACD]);
  });

  it('requires a subscription, and applies the settings of a former subscriber again with the next one', async () => {
    const { access: other } = await signUpCustomer(test);
    expect(await read(other)).toEqual(NOTHING);
    expect(await save(other, [RSI])).toMatchObject({ status: 403, body: { code: 'subscription_required' } });
    expect((await test.call(getChartTools, {})).status).toBe(401);

    const subscriber = await test.signUpSubscriber();
    await save(subscriber.access, [RSI]);
    await saveSet(subscriber.access, 'Swing');
    await test.changeSubscription(subscriber, 'cancel');
    await test.advanceTime(40 * DAY);
    const { access } = await test.signInAgain(subscriber);
    expect(await read(access)).toEqual(NOTHING);
    expect(await save(access, [])).toMatchObject({ status: 403, body: { code: 'subscription_required' } });
    expect(await saveSet(access, 'Other')).toMatchObject({ status: 403, body: { code: 'plan_required' } });
    const userId = await findUserId(subscriber);
    const row = await readRow(userId);
    expect(row).toMatchObject({ indicators: [RSI], sets: [{ name: 'Swing' }] });

    await test.database.transaction((tx) => grantForRegistration(tx, userId, 7, test.clock.now()));
    expect(await read(access)).toEqual({ ...NOTHING, has_tools: true, indicators: [RSI] });
    const [set] = (row?.sets ?? []) as { id: string }[];
    const id = set?.id ?? '';
    expect((await test.call(deleteIndicatorSet, { params: { id } }, { token: access })).status).toBe(200);
    expect(await readRow(userId)).toMatchObject({ indicators: [RSI], sets: [] });
  });

  it('leaves out stored values that the contract does not accept', async () => {
    const subscriber = await test.signUpSubscriber();
    const { access } = subscriber;
    const set = { id: '7d0f6a52-0000-4000-8000-000000000000', name: 'Swing', indicators: [RSI] };
    await test.database.db.insert(chartSettings).values({
      userId: await findUserId(subscriber),
      indicators: [RSI, { kind: 'ichimoku' }, null, { kind: 'sma', period: 9_999 }],
      sets: [{ ...set, name: '' }, 'x', set],
    });
    expect(await read(access)).toMatchObject({ indicators: [RSI], sets: [set] });
    await test.database.db.update(chartSettings).set({ indicators: {} as never, sets: 7 as never });
    expect(await read(access)).toMatchObject({ indicators: [], sets: [] });
  });
});

describe('named sets', () => {
  it('saves, replaces and deletes the sets of a Pro subscriber', async () => {
    const { access } = await test.signUpSubscriber({ priceId: PRO.yearlyPriceId });
    await saveSet(access, 'Swing');
    await saveSet(access, '  Day trading ', [MACD]);
    const { body } = await saveSet(access, 'SWING', [RSI, MACD]);
    expect(body).toMatchObject({
      has_sets: true,
      sets: [
        { name: 'Day trading', indicators: [MACD] },
        { name: 'SWING', indicators: [RSI, MACD] },
      ],
    });
    const remove = () =>
      test.call(deleteIndicatorSet, { params: { id: body.sets[0]?.id ?? '' } }, { token: access });
    expect((await remove()).body.sets).toMatchObject([{ name: 'SWING' }]);
    expect((await remove()).status).toBe(404);
  });

  it('limits their number', async () => {
    const { access } = await test.signUpSubscriber();
    for (let number = 0; number < MAX_INDICATOR_SETS; number += 1) await saveSet(access, `Set ${number}`);
    expect(await saveSet(access, 'One more')).toMatchObject({
      status: 400,
      body: { name: [expect.stringContaining('You have 10 sets.')] },
    });
    expect((await saveSet(access, 'set 3', [MACD])).status).toBe(200);
  });

  it.each([
    ['', [RSI]],
    ['x'.repeat(41), [RSI]],
    ['a\0b', [RSI]],
    ['Empty', []],
  ])('rejects the name %j with %j', async (name, indicators) => {
    const { access } = await test.signUpSubscriber();
    expect((await saveSet(access, name, indicators)).status).toBe(400);
  });

  it('loses no set when two are saved at once', async () => {
    const { access } = await test.signUpSubscriber();
    await Promise.all(['One', 'Two', 'Three'].map((name) => saveSet(access, name)));
    expect((await read(access)).sets.map((set: { name: string }) => set.name)).toEqual([
      'One',
      'Three',
      'Two',
    ]);
  });

  it('requires the Pro plan', async () => {
    const { access } = await test.signUpSubscriber({ priceId: INTERMEDIATE.monthlyPriceId });
    expect(await saveSet(access, 'Swing')).toMatchObject({
      status: 403,
      body: { code: 'plan_required', detail: expect.stringContaining('Pro plan') },
    });
  });
});

it('exports the settings and deletes them with the account', async () => {
  const subscriber = await test.signUpSubscriber();
  const { access, password } = subscriber;
  const userId = await findUserId(subscriber);
  await save(access, [RSI]);
  await saveSet(access, 'Swing', [MACD]);
  const { body } = await test.call(exportAccount, {}, { token: access });
  expect(body.chart_settings).toMatchObject({
    indicators: [RSI],
    sets: [{ name: 'Swing', indicators: [MACD] }],
  });
  await test.changeSubscription(subscriber, 'cancel');
  await test.advanceTime(40 * DAY);
  const again = await test.signInAgain(subscriber);
  expect((await test.call(deleteAccount, { body: { password } }, { token: again.access })).status).toBe(200);
  expect(await readRow(userId)).toBeUndefined();
});

it('stores settings of existing accounts only', async () => {
  const insert = test.database.db.insert(chartSettings).values({ userId: randomUUID() });
  await expect(insert).rejects.toMatchObject({
    cause: { constraint: 'chart_settings_user_id_users_id_fk' },
  });
});
