import { describe, expect, it } from 'vitest';
import type { SignalEvent } from '#features/signals/contract/stream.ts';
import { makeTestSignal } from '#tests/support/signals/shown-signals.ts';
import { describeChanges } from './announcements.ts';

const signal = makeTestSignal('HUBC', { entry_price: '148.50' });
const created: SignalEvent = { kind: 'created', signal_type: 'intraday', signal };
const updated: SignalEvent = { kind: 'updated', signal_type: 'swing', signal };
const closed: SignalEvent = { kind: 'closed', signal_type: 'investment', signal };
const removed: SignalEvent = { kind: 'removed', signal_type: 'intraday', id: signal.id };

describe('describeChanges', () => {
  it.each([
    [[created], 'New Intraday signal: HUBC, Buy at Rs. 148.50.'],
    [[updated], 'Swing signal changed: HUBC.'],
    [[closed], 'Investment signal closed: HUBC.'],
    [[removed], 'Intraday signal removed.'],
    [[created, created, updated], 'Signals updated: 2 new, 1 changed.'],
    [[removed, closed, updated, created], 'Signals updated: 1 new, 1 changed, 1 closed, 1 removed.'],
    [[], ''],
  ])('describes %# changes', (events, text) => {
    expect(describeChanges(events)).toBe(text);
  });
});
