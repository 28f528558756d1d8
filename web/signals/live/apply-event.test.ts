import { describe, expect, it } from 'vitest';
import type { SignalList } from '#contract/signals/endpoints.ts';
import type { Signal } from '#contract/signals/signal.ts';
import { SIGNAL_ORDERINGS } from '#contract/signals/signal-types.ts';
import type { SignalEvent } from '#contract/signals/stream.ts';
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

describe('applyEvent', () => {
  it.each([
    ['open_first', ['LUCK', 'PSO', 'HUBC', 'OGDC'], [LUCK, HUBC, OGDC]],
    ['-created_at', ['LUCK', 'PSO', 'OGDC', 'HUBC'], [LUCK, OGDC, HUBC]],
    ['-changed_at', ['OGDC', 'LUCK', 'PSO', 'HUBC'], [OGDC, LUCK, HUBC]],
    ['symbol', ['HUBC', 'LUCK', 'PSO', 'OGDC'], [HUBC, LUCK, OGDC]],
    ['risk_type', ['PSO', 'HUBC', 'LUCK', 'OGDC'], [HUBC, LUCK, OGDC]],
  ] as const)('inserts a new signal where the order %s puts it', (ordering, expected, listed) => {
    const signal = makeTestSignal('PSO', { created_at: '2026-11-20T04:50:00.000Z', risk_type: 'low' });
    const next = applyEvent(
      makeTestList([...listed]),
      { ...INTRADAY, ordering },
      makeTestEvent('created', signal),
    );
    expect(listSymbols(next)).toEqual(expected);
    expect(next?.count).toBe(4);
  });

  it('every order of a list has a test', () => {
    expect(SIGNAL_ORDERINGS).toHaveLength(5);
  });

  it('lists signals of the same instant by their IDs, last first', () => {
    const signal = makeTestSignal('PSO', { id: `f${LUCK.id.slice(1)}`, created_at: LUCK.created_at });
    expect(listSymbols(applyEvent(LIST, INTRADAY, makeTestEvent('created', signal)))?.[0]).toBe('PSO');
  });

  it('replaces a changed signal in its place', () => {
    const changed = { ...HUBC, stop_loss: '99.00', changed_at: '2026-11-20T06:30:00.000Z' };
    const next = applyEvent(LIST, INTRADAY, makeTestEvent('updated', changed));
    expect(listSymbols(next)).toEqual(['LUCK', 'HUBC', 'OGDC']);
    expect(next?.results[1]?.stop_loss).toBe('99.00');
    expect(next?.results[0]).toBe(LUCK);
  });

  it('moves a signal that is closed to those that ended, and one that is reopened back', () => {
    const [ended, active] = [OGDC.state, LUCK.state];
    const changed = { changed_at: '2026-11-20T07:00:00.000Z' };
    const closed: Signal = { ...LUCK, ...changed, call_status: 'closed', state: ended };
    const afterClose = applyEvent(LIST, INTRADAY, {
      ...makeTestEvent('updated', closed),
      kind: 'closed',
    } as SignalEvent);
    expect(listSymbols(afterClose)).toEqual(['HUBC', 'LUCK', 'OGDC']);
    const reopened: Signal = { ...OGDC, ...changed, call_status: 'in_progress', state: active };
    expect(listSymbols(applyEvent(LIST, INTRADAY, makeTestEvent('updated', reopened)))).toEqual([
      'LUCK',
      'OGDC',
      'HUBC',
    ]);
  });

  it.each(['created', 'updated'] as const)(
    'leaves a signal that is %s without an entry verdict, by a server of an earlier release, to the server',
    (kind) => {
      const { entry_verdict: _, ...signal } = {
        ...(kind === 'updated' ? HUBC : makeTestSignal('PSO')),
        changed_at: '2026-11-20T09:00:00.000Z',
      };
      expect(applyEvent(LIST, INTRADAY, makeTestEvent(kind, signal as Signal))).toBeNull();
    },
  );

  it('removes a deleted signal', () => {
    const next = applyEvent(LIST, INTRADAY, removed(HUBC.id));
    expect(listSymbols(next)).toEqual(['LUCK', 'OGDC']);
    expect(next?.count).toBe(2);
  });

  it('applies an event twice with the same result', () => {
    const signal = makeTestSignal('PSO', { created_at: '2026-11-20T04:50:00.000Z' });
    const once = applyEvent(LIST, INTRADAY, makeTestEvent('created', signal)) as SignalList;
    expect(applyEvent(once, INTRADAY, makeTestEvent('created', signal))).toEqual(once);
    const without = applyEvent(LIST, INTRADAY, removed(LUCK.id)) as SignalList;
    expect(applyEvent(without, INTRADAY, removed(LUCK.id))).toBe(without);
  });

  it('ignores an event that is older than the list', () => {
    const older = { ...OGDC, changed_at: '2026-11-20T05:30:00.000Z', stop_loss: '1.00' };
    expect(applyEvent(LIST, INTRADAY, makeTestEvent('updated', older))).toBe(LIST);
  });

  it.each([
    ['side', { order_type: 'buy' }, { order_type: 'sell' }],
    ['risk', { risk_type: 'medium' }, { risk_type: 'low' }],
    ['Shariah type', { shariah_type: 'Compliant' }, { shariah_type: 'Unknown' }],
    ['sector', { sector: 'Power' }, { sector: 'Cement' }],
    ['symbol', { symbol: 'HUBC' }, { symbol: 'KEL' }],
  ] as const)('applies the filter by %s', (_filter, filter, other) => {
    const query = { ...INTRADAY, ...filter };
    const signal = makeTestSignal('HUBC', {
      sector: 'Power',
      shariah_type: 'Compliant',
      risk_type: 'medium',
    });
    const list = makeTestList([signal]);
    const another = { ...signal, id: LUCK.id };
    expect(applyEvent(list, query, makeTestEvent('created', another))?.count).toBe(2);
    expect(applyEvent(list, query, makeTestEvent('created', { ...another, ...other }))).toBe(list);
    const changed = { ...signal, ...other, changed_at: '2026-11-20T09:00:00.000Z' };
    expect(applyEvent(list, query, makeTestEvent('updated', changed))?.results).toEqual([]);
  });

  it('ignores events of other types', () => {
    expect(
      applyEvent(LIST, INTRADAY, makeTestEvent('created', makeTestSignal('PSO', { signal_type: 'swing' }))),
    ).toBe(LIST);
  });

  it('never adds a premium signal to a list without access', () => {
    const swing = makeTestSignal('PSO', { signal_type: 'swing' });
    const withheld = makeTestList([], false);
    expect(applyEvent(withheld, { signal_type: 'swing' }, makeTestEvent('created', swing))).toBe(withheld);
    expect(
      applyEvent(makeTestList([]), { signal_type: 'swing' }, makeTestEvent('created', swing))?.results,
    ).toEqual([swing]);
  });

  it('leaves a signal that ended and was not listed to the server, which knows when it ended', () => {
    const ended = makeTestSignal('PSO', { call_status: 'closed', changed_at: '2026-11-20T09:00:00.000Z' });
    expect(applyEvent(LIST, INTRADAY, makeTestEvent('updated', ended))).toBeNull();
    const expired = makeTestSignal('PSO', { is_expired: true, changed_at: '2026-11-20T09:00:00.000Z' });
    expect(applyEvent(LIST, INTRADAY, makeTestEvent('updated', expired))).toBeNull();
  });

  it('leaves changes of a list of the maximum length to the server', () => {
    const full = makeTestList(Array.from({ length: 200 }, (_, index) => makeTestSignal(`S${index}`)));
    expect(applyEvent(full, INTRADAY, makeTestEvent('created', makeTestSignal('PSO')))).toBeNull();
    expect(applyEvent(full, INTRADAY, removed(full.results[7]?.id ?? ''))).toBeNull();
    expect(applyEvent(full, INTRADAY, removed(LUCK.id))).toBe(full);
  });
});
