import { describe, expect, it } from 'vitest';
import { calculatePriceLimits } from '#features/signals/contract/levels/price-limits.ts';
import {
  type CheckedPriceLimits,
  type CheckedSignal,
  listSignalWarnings,
  type SignalChecks,
} from './signal-warnings.ts';

/** HBL on Tuesday, 27 January 2026, whose last close was 342.80: 308.52 to 377.08. */
const checks: SignalChecks = {
  symbol: 'HBL',
  is_listed: true,
  not_traded: null,
  trading_date: '2026-01-27',
  is_session_over: false,
  price_limits: {
    ...calculatePriceLimits('342.80', '2026-01-27'),
    close: '342.80',
    close_date: '2026-01-26',
    reference_price: '342.80',
    payouts: [],
    is_outdated: false,
  },
  min_reward_to_risk: '1.00',
};

const signal: CheckedSignal = {
  symbol: 'HBL',
  signal_type: 'intraday',
  call_status: 'in_progress',
  order_type: 'buy',
  entry_price: '340.00',
  stop_loss: '308.52',
  target_points: ['345.00', '377.08'],
};
const sell: CheckedSignal = {
  ...signal,
  order_type: 'sell',
  stop_loss: '377.08',
  target_points: ['320.00', '302.00'],
};

const list = (
  changes: Partial<CheckedSignal> = {},
  published: CheckedSignal | null = null,
  facts: Partial<SignalChecks> = {},
) =>
  listSignalWarnings({ ...signal, ...changes }, published, { ...checks, ...facts }).map(
    ({ code, field }) => `${code} ${field}`,
  );

describe('the warnings of a new signal', () => {
  it.each<[string, Partial<CheckedSignal>, string[]]>([
    ['levels at the price limits', {}, []],
    ['a stop one paisa below the lower limit', { stop_loss: '308.51' }, ['price_limit stop_loss']],
    [
      'a target one paisa above the upper limit',
      { target_points: ['345.00', '377.09'] },
      ['price_limit target_points.1'],
    ],
    [
      'every level above the limits',
      { entry_price: '400.00', stop_loss: '390.00', target_points: ['410.00', '420.00'] },
      ['entry_price', 'stop_loss', 'target_points.0', 'target_points.1'].map(
        (field) => `price_limit ${field}`,
      ),
    ],
    ['a target of a sell below the lower limit', sell, ['price_limit target_points.1']],
    [
      'stop and targets of a swing signal beyond the limits, which may be reached later',
      { signal_type: 'swing', stop_loss: '300.00', target_points: ['450.00'] },
      [],
    ],
    [
      'the entry price of an investment signal beyond the limits',
      { signal_type: 'investment', entry_price: '300.00', stop_loss: '280.00' },
      ['price_limit entry_price'],
    ],
    [
      'levels of a closed signal',
      { call_status: 'closed', stop_loss: '300.00' },
      ['reward_to_risk target_points.1'],
    ],
    ['a ratio of exactly the minimum', { stop_loss: '335.00', target_points: ['345.00'] }, []],
    [
      'a ratio just below the minimum',
      { stop_loss: '335.00', target_points: ['344.99'] },
      ['reward_to_risk target_points.0'],
    ],
    [
      'a low ratio of the first target only',
      { stop_loss: '330.00', target_points: ['341.00', '350.00'] },
      [],
    ],
  ])('the warnings of a new signal are right for %s', (_, changes, expected) => {
    expect(list(changes)).toEqual(expected);
  });

  it('say which limit a level exceeds, and that the limits are uncertain after an old close', () => {
    const limits = { ...(checks.price_limits as object), close_date: '2026-01-21', is_outdated: true };
    const facts = { ...checks, price_limits: limits } as SignalChecks;
    const [warning] = listSignalWarnings({ ...signal, stop_loss: '308.51' }, null, facts);
    expect(warning?.message).toBe(
      'The stop loss (Rs. 308.51) is below the lower price limit of 27 Jan 2026 (Rs. 308.52), so it cannot be reached ' +
        'on that day. The limits are uncertain: the last imported close is of 21 Jan 2026, older than the previous ' +
        'trading day.',
    );
  });

  it.each([
    [
      { payout: '100%(F) (D)', is_ex_date_estimated: true, is_applied: true },
      'The limits are uncertain: the ex-date of 100%(F) (D) is estimated.',
    ],
    [
      { payout: 'In specie', is_ex_date_estimated: true, is_applied: false },
      'The limits are uncertain: the price after In specie (ex-date 27 Jan 2026) cannot be calculated.',
    ],
  ])('say that a payout makes the limits uncertain: %j', (payout, expected) => {
    const limits = {
      ...(checks.price_limits as CheckedPriceLimits),
      reference_price: '332.80',
      payouts: [{ ex_date: '2026-01-27', ...payout }],
    };
    const facts = { ...checks, price_limits: limits };
    const [warning] = listSignalWarnings({ ...signal, stop_loss: '300.00' }, null, facts);
    expect(warning?.message.split('on that day. ')[1]).toBe(expected);
  });

  it('the warnings of a new signal do not concern price limits without an imported close', () => {
    expect(list({ stop_loss: '1.00', target_points: ['900.00'] }, null, { price_limits: null })).toEqual([]);
  });

  it.each([
    [{}, {}, []],
    [{}, { is_listed: false }, ['unknown_symbol symbol']],
    [{ stop_loss: '308.51' }, {}, ['price_limit stop_loss']],
    [{ signal_type: 'swing' as const }, {}, []],
  ])('of %j for the next session are those of any session: %j', (changes, facts, expected) => {
    expect(list(changes, null, { ...facts, is_session_over: true })).toEqual(expected);
  });

  it('concern a share that is not traded, unless the signal is closed', () => {
    const facts = { not_traded: 'Suspended since 3 Feb 2025' };
    expect(listSignalWarnings(signal, null, { ...checks, ...facts })).toEqual([
      { code: 'not_traded', field: 'symbol', message: 'HBL is not traded: Suspended since 3 Feb 2025.' },
    ]);
    expect(list({ call_status: 'closed' }, null, facts)).toEqual([]);
    expect(list({ stop_loss: '330.00' }, signal, facts)).toEqual([]);
  });

  it('follow the minimum ratio of the configuration', () => {
    expect(list({}, null, { min_reward_to_risk: '3.00' })).toEqual(['reward_to_risk target_points.1']);
    expect(list({ target_points: ['340.01'] }, null, { min_reward_to_risk: '0.00' })).toEqual([]);
  });
});

describe('the warnings of an edit', () => {
  const beyond: CheckedSignal = { ...signal, target_points: ['345.00', '380.00'] };

  it('concern only what changes', () => {
    const facts = { is_listed: false, is_session_over: true };
    expect(list({ ...beyond, stop_loss: '330.00' }, beyond, facts)).toEqual([]);
    expect(list({ ...beyond, stop_loss: '300.00' }, beyond, facts)).toEqual(['price_limit stop_loss']);
    expect(list({ ...beyond, symbol: 'HBLX' }, beyond, facts)).toEqual([
      'unknown_symbol symbol',
      'price_limit target_points.1',
    ]);
  });

  it('concern all levels of a signal that becomes intraday', () => {
    const swing: CheckedSignal = { ...beyond, signal_type: 'swing' };
    expect(list(beyond, swing, { is_session_over: true })).toEqual(['price_limit target_points.1']);
  });

  it('the warnings of an edit do not concern the ratio once the stop has moved past the entry price', () => {
    expect(list({ stop_loss: '341.00', target_points: ['342.00'] }, signal)).toEqual([]);
    expect(list({ stop_loss: '330.00', target_points: ['342.00'] }, signal)).toEqual([
      'reward_to_risk target_points.0',
    ]);
  });
});
