import { describe, expect, it } from 'vitest';
import type { SignalList } from '#features/signals/contract/endpoints.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import type { SignalEvent } from '#features/signals/contract/stream.ts';
import { makeTestEvent, makeTestList, makeTestSignal } from '#tests/support/signals/shown-signals.ts';
import { applyEvent, type SignalsQuery } from './apply-event.ts';

const removed = (id: string): SignalEvent => ({ kind: 'removed', signal_type: 'intraday', id });

const INTRADAY: SignalsQuery = { signal_type: 'intraday' };

/** LUCK and HUBC are in progress, OGDC is closed. */
const LUCK = makeTestSignal('LUCK', { created_at: '2026-11-20T05:00:00.000Z', risk_type: 'high' });
const HUBC = makeTestSignal('HUBC', { created_at: '2026-11-20T04:30:00.000Z', risk_type: 'medium' });
const OGDC = makeTestSignal('OGDC', {
  created_at: '2026-11-20T04:45:00.000Z',
  changed_at: '2026-11-20T06:00:00.000Z',
  call_status: 'closed',
  risk_type: 'low',
});
const LIST = makeTestList([LUCK, HUBC, OGDC]);

const listSymbols = (list: SignalList | null) => list?.results.map(({ symbol }) => symbol);

/** The list after a whole event; `null` if the server must complete it. */
function apply(list: SignalList, query: SignalsQuery, event: SignalEvent): SignalList | null {
  const { list: next, isComplete } = applyEvent(list, query, event);
  return isComplete ? next : null;
}

describe('applyEvent', () => {
  it('inserts a new signal into the default order', () => {
    const signal = makeTestSignal('PSO', { created_at: '2026-11-20T04:50:00.000Z' });
    const next = apply(LIST, { ...INTRADAY, ordering: 'open_first' }, makeTestEvent('created', signal));
    expect(listSymbols(next)).toEqual(['LUCK', 'PSO', 'HUBC', 'OGDC']);
    expect(next?.count).toBe(4);
  });

  it('lists signals of the same instant by their IDs, last first', () => {
    const signal = makeTestSignal('PSO', { id: `f${LUCK.id.slice(1)}`, created_at: LUCK.created_at });
    const luck = { ...LUCK, id: `0${LUCK.id.slice(1)}` };
    const list = makeTestList([luck, HUBC, OGDC]);
    expect(listSymbols(apply(list, INTRADAY, makeTestEvent('created', signal)))?.[0]).toBe('PSO');
  });

  it('replaces a changed signal in its place', () => {
    const changed = { ...HUBC, stop_loss: '99.00', changed_at: '2026-11-20T06:30:00.000Z' };
    const next = apply(LIST, INTRADAY, makeTestEvent('updated', changed));
    expect(listSymbols(next)).toEqual(['LUCK', 'HUBC', 'OGDC']);
    expect(next?.results[1]?.stop_loss).toBe('99.00');
    expect(next?.results[0]).toBe(LUCK);
  });

  it('moves a signal that is closed to those that ended, and one that is reopened back', () => {
    const [ended, active] = [OGDC.state, LUCK.state];
    const closed: Signal = { ...LUCK, call_status: 'closed', state: ended };
    const event = { ...makeTestEvent('updated', closed), kind: 'closed' } as SignalEvent;
    expect(listSymbols(apply(LIST, INTRADAY, event))).toEqual(['HUBC', 'LUCK', 'OGDC']);
    const reopened: Signal = { ...OGDC, call_status: 'in_progress', state: active };
    expect(listSymbols(apply(LIST, INTRADAY, makeTestEvent('updated', reopened)))).toEqual([
      'LUCK',
      'OGDC',
      'HUBC',
    ]);
  });

  it('removes a deleted signal from any list', () => {
    for (const query of [
      INTRADAY,
      { ...INTRADAY, ordering: 'symbol' },
      { ...INTRADAY, risk_type: 'low' },
    ] as const) {
      const next = apply(LIST, query, removed(HUBC.id));
      expect(listSymbols(next)).toEqual(['LUCK', 'OGDC']);
      expect(next?.count).toBe(2);
    }
  });

  it('applies an event twice with the same result', () => {
    const signal = makeTestSignal('PSO', { created_at: '2026-11-20T04:50:00.000Z' });
    const once = apply(LIST, INTRADAY, makeTestEvent('created', signal)) as SignalList;
    expect(apply(once, INTRADAY, makeTestEvent('created', signal))).toEqual(once);
    const without = apply(LIST, INTRADAY, removed(LUCK.id)) as SignalList;
    expect(apply(without, INTRADAY, removed(LUCK.id))).toBe(without);
  });

  it.each([
    { risk_type: 'medium' },
    { sector: 'Power' },
    { symbol: ['HUBC'] },
    { state: 'open' },
    { ordering: '-changed_at' },
  ] as const)('replaces a signal of a list with %j, and leaves the rest to the server', (filter) => {
    const query = { ...INTRADAY, ...filter } as SignalsQuery;
    const changed = { ...HUBC, stop_loss: '99.00' };
    const { list, isComplete } = applyEvent(LIST, query, makeTestEvent('updated', changed));
    expect(list.results).toEqual([LUCK, changed, OGDC]);
    expect(isComplete).toBe(false);
    const created = makeTestEvent('created', makeTestSignal('PSO'));
    expect(applyEvent(LIST, query, created)).toEqual({ list: LIST, isComplete: false });
  });

  it.each(['created', 'updated'] as const)(
    'leaves a signal that is %s without an entry verdict, by a server of an earlier release, to the server',
    (kind) => {
      const { entry_verdict: _, ...signal } = kind === 'updated' ? HUBC : makeTestSignal('PSO');
      const applied = applyEvent(LIST, INTRADAY, makeTestEvent(kind, signal as Signal));
      expect(applied).toEqual({ list: LIST, isComplete: false });
    },
  );

  it('never adds a premium signal to a list without access', () => {
    const swing = makeTestSignal('PSO', { signal_type: 'swing' });
    const withheld = makeTestList([], false);
    expect(apply(withheld, { signal_type: 'swing' }, makeTestEvent('created', swing))).toBe(withheld);
    expect(
      apply(makeTestList([]), { signal_type: 'swing' }, makeTestEvent('created', swing))?.results,
    ).toEqual([swing]);
  });

  it('leaves a signal that ended and was not listed to the server, which knows when it ended', () => {
    for (const overrides of [{ call_status: 'closed' }, { is_expired: true }] as const) {
      const event = makeTestEvent('updated', makeTestSignal('PSO', overrides));
      expect(applyEvent(LIST, INTRADAY, event)).toEqual({ list: LIST, isComplete: false });
    }
  });

  it('leaves changes of a list of the maximum length to the server', () => {
    const full = makeTestList(Array.from({ length: 200 }, (_, index) => makeTestSignal(`S${index}`)));
    expect(apply(full, INTRADAY, makeTestEvent('created', makeTestSignal('PSO')))).toBeNull();
    expect(apply(full, INTRADAY, removed(full.results[7]?.id ?? ''))).toBeNull();
    expect(apply(full, INTRADAY, removed(LUCK.id))).toBe(full);
  });
});
