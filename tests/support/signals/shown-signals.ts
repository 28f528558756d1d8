import { randomUUID } from 'node:crypto';
import type { SignalList } from '#features/signals/contract/endpoints.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import type { SignalEvent } from '#features/signals/contract/stream.ts';

/** Creates an intraday signal for tests, by default an active one. */
export function makeTestSignal(symbol: string, overrides: Partial<Signal> = {}): Signal {
  const levels = {
    order_type: 'buy',
    entry_price: '100.00',
    stop_loss: '95.00',
    target_points: ['105.00'],
  } as const;
  return {
    ...levels,
    id: randomUUID(),
    title: symbol,
    signal_type: 'intraday',
    symbol,
    sector: null,
    leverage: 1,
    shariah_type: 'Unknown',
    risk_type: 'medium',
    call_status: 'in_progress',
    analyst_name: null,
    analyst_registration: null,
    rationale: null,
    disclosures: null,
    notes: null,
    disclosure_text: null,
    code: '7K3Q-X9ME',
    horizon_days: null,
    created_at: '2026-11-20T04:30:00.000Z',
    changed_at: null,
    published_levels: { ...levels, target_points: [...levels.target_points] },
    level_changes: [],
    state: {
      kind: overrides.call_status === 'closed' || overrides.is_expired ? 'awaiting_prices' : 'waiting',
      targets_hit: 0,
      r_multiple: null,
      as_of: null,
      is_old: false,
      reason: null,
    },
    expires_at: null,
    is_expired: false,
    last_close: null,
    price_status: null,
    entry_verdict: {
      verdict: 'open',
      reason: 'order',
      date: null,
      close: null,
      risk_percent: '5.00',
      reward_to_risk: '1.00',
    },
    company_name: null,
    ...overrides,
    target_points: overrides.target_points ?? [...levels.target_points],
  };
}

/** Creates a list for tests, by default as a subscriber gets it, at position 0 of every type. */
export const makeTestList = (
  results: Signal[],
  hasSubscription = true,
  lastEventId: string | null = 'intraday:0,swing:0,investment:0',
): SignalList => ({
  count: results.length,
  results,
  has_subscription: hasSubscription,
  risk_statement_required: false,
  states_change_at: null,
  last_event_id: lastEventId,
});

export const makeTestEvent = (kind: 'created' | 'updated', signal: Signal): SignalEvent => ({
  kind,
  signal_type: signal.signal_type,
  signal,
});
