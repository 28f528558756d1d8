import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignalList } from '#contract/signals/endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { SignalEvent } from '#contract/signals/stream.ts';
import { makeTestEvent, makeTestList, makeTestSignal } from '#tests/support/signals/shown-signals.ts';
import type { SignedInUser } from '#web/session/session.ts';
import { ADMIN_SIGNALS_KEY, SIGNALS_KEY } from '#web/signals/signal-keys.ts';
import { createListUpdates, type ListUpdates } from './update-lists.ts';

const USER = { id: 'a@example.com', email: 'a@example.com', name: 'A' } as SignedInUser;

const getKey = (type: SignalType, user = 'a@example.com') => [
  ...SIGNALS_KEY,
  `${type} ${user}`,
  { signal_type: type },
];

const cleanUps: (() => void)[] = [];

function start(onPremiumAccess: (type: SignalType) => void = () => {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const lists: ListUpdates = createListUpdates(queries, { getUser: () => USER, onPremiumAccess });
  cleanUps.push(lists.stop, () => queries.clear());
  const positions = new Map<SignalType, number>();
  return {
    queries,
    lists,
    /** Applies the next event of its type. The lists of the tests are at position 0. */
    apply(event: SignalEvent): boolean {
      const position = (positions.get(event.signal_type) ?? 0) + 1;
      positions.set(event.signal_type, position);
      return lists.apply(event, `${event.signal_type}:${position}`);
    },
    /** Shows a query on a page. Each request waits for the next response. */
    show(queryKey: readonly unknown[]) {
      const requests: ((list: SignalList) => void)[] = [];
      const queryFn = () => new Promise<SignalList>((resolve) => requests.push(resolve));
      cleanUps.push(new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {}));
      return requests;
    },
    getSymbols: (queryKey: readonly unknown[]) =>
      queries.getQueryData<SignalList>(queryKey)?.results.map(({ symbol }) => symbol),
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('updates of cached lists', () => {
  afterEach(() => {
    for (const cleanUp of cleanUps.splice(0)) cleanUp();
  });

  it('change every cached list of the type and user, also those that are not on the page', () => {
    const { queries, getSymbols, apply } = start();
    const [intraday, swing, visitor] = [getKey('intraday'), getKey('swing'), getKey('intraday', 'visitor')];
    for (const key of [intraday, swing, visitor]) queries.setQueryData(key, makeTestList([]));
    expect(apply(makeTestEvent('created', makeTestSignal('PSO')))).toBe(false);
    expect([intraday, swing, visitor].map(getSymbols)).toEqual([['PSO'], [], []]);
  });

  it('report whether the page changes', async () => {
    const { show, apply } = start();
    const requests = show(getKey('intraday'));
    requests[0]?.(makeTestList([]));
    await settle();
    expect(apply(makeTestEvent('created', makeTestSignal('PSO')))).toBe(true);
    expect(apply(makeTestEvent('created', makeTestSignal('KEL', { signal_type: 'swing' })))).toBe(false);
  });

  it('updates of cached lists are not undone by a response to a request that was sent before', async () => {
    const { show, getSymbols, apply } = start();
    const requests = show(getKey('intraday'));
    apply(makeTestEvent('created', makeTestSignal('PSO')));
    requests[0]?.(makeTestList([]));
    await settle();
    expect(getSymbols(getKey('intraday'))).toEqual(['PSO']);
  });

  it('updates of cached lists do not override a response that is newer', async () => {
    const { show, queries, apply } = start();
    const requests = show(getKey('intraday'));
    const signal = makeTestSignal('PSO');
    apply(makeTestEvent('created', signal));
    requests[0]?.(makeTestList([{ ...signal, stop_loss: '99.00', changed_at: '2026-11-20T05:00:00.000Z' }]));
    await settle();
    expect(queries.getQueryData<SignalList>(getKey('intraday'))?.results[0]?.stop_loss).toBe('99.00');
  });

  it('load the list again when only the server knows the result', async () => {
    const { show, apply } = start();
    const requests = show(getKey('intraday'));
    requests[0]?.(makeTestList([]));
    await settle();
    apply(makeTestEvent('created', makeTestSignal('PSO', { call_status: 'closed' })));
    await settle();
    expect(requests).toHaveLength(2);
  });

  it("load the administrator's list again", async () => {
    const { show, apply } = start();
    const requests = show([...ADMIN_SIGNALS_KEY, 'swing', '1', '']);
    requests[0]?.(makeTestList([]));
    await settle();
    expect(apply(makeTestEvent('created', makeTestSignal('PSO', { signal_type: 'swing' })))).toBe(true);
    expect(requests).toHaveLength(2);
  });

  it('remove premium signals at once when access ends, and ask the server again', async () => {
    const { lists, show, getSymbols, queries, apply } = start();
    const requests = show(getKey('swing'));
    requests[0]?.(makeTestList([makeTestSignal('PSO', { signal_type: 'swing' })]));
    await settle();
    apply(makeTestEvent('created', makeTestSignal('KEL', { signal_type: 'swing' })));
    lists.dropPremium();
    expect(getSymbols(getKey('swing'))).toBeUndefined();
    requests[1]?.(makeTestList([], false));
    await settle();
    expect(queries.getQueryData(getKey('swing'))).toEqual(makeTestList([], false));
  });

  it('updates of cached lists do not apply remembered premium events after access has ended', async () => {
    const { lists, show, getSymbols, apply } = start();
    const requests = show(getKey('swing'));
    apply(makeTestEvent('created', makeTestSignal('KEL', { signal_type: 'swing' })));
    lists.dropPremium();
    requests.at(-1)?.(makeTestList([]));
    await settle();
    expect(getSymbols(getKey('swing'))).toEqual([]);
  });

  it('remove all signals of the previous user', () => {
    const { queries, lists } = start();
    queries.setQueryData(getKey('swing'), makeTestList([]));
    queries.setQueryData([...ADMIN_SIGNALS_KEY, 'swing', '1', ''], makeTestList([]));
    lists.dropAll();
    expect(queries.getQueryCache().getAll()).toEqual([]);
  });

  it('report that a response lists premium signals', async () => {
    const reported: SignalType[] = [];
    const { show } = start((type) => reported.push(type));
    show(getKey('swing'))[0]?.(makeTestList([]));
    show(getKey('investment'))[0]?.(makeTestList([], false));
    show(getKey('intraday'))[0]?.(makeTestList([]));
    await settle();
    expect(reported).toEqual(['swing']);
  });
});

describe('the positions of lists', () => {
  const INTRADAY = getKey('intraday');
  const ADMIN = [...ADMIN_SIGNALS_KEY, 'intraday', '1', ''];
  const listAt = (id: string | null, symbols: string[] = []) =>
    makeTestList(
      symbols.map((symbol) => makeTestSignal(symbol)),
      true,
      id,
    );
  const created = (symbol: string) => makeTestEvent('created', makeTestSignal(symbol));

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    for (const cleanUp of cleanUps.splice(0)) cleanUp();
    vi.useRealTimers();
  });
  const wait = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

  it('the positions of lists are those after which the stream starts: the earliest of the lists on the page', async () => {
    const { lists, show, queries } = start();
    expect(lists.getDataId()).toBeNull();
    queries.setQueryData(getKey('investment'), listAt('investment:1'));
    show(INTRADAY)[0]?.(listAt('intraday:5'));
    show(ADMIN)[0]?.(listAt('intraday:4,swing:7,investment:2'));
    show(getKey('swing'))[0]?.(listAt(null));
    await wait();
    expect(lists.getDataId()).toBe('intraday:4,swing:7,investment:2');
  });

  it('the positions of lists are compared with those at which the stream starts: only older lists are loaded again', async () => {
    const { lists, show } = start();
    const [intraday, swing, admin] = [show(INTRADAY), show(getKey('swing')), show(ADMIN)];
    intraday[0]?.(listAt('intraday:5'));
    swing[0]?.(listAt('swing:6'));
    admin[0]?.(listAt('intraday:5,swing:6,investment:0'));
    await wait();
    lists.start('intraday:5,swing:7,investment:0');
    expect([intraday, swing, admin].map(({ length }) => length)).toEqual([1, 2, 2]);
    // The leading tab repeats its positions.
    lists.start('intraday:5,swing:7,investment:0');
    await wait(60_000);
    expect([intraday, swing, admin].map(({ length }) => length)).toEqual([1, 2, 2]);
  });

  it('advance with every event, so that a repeated one changes nothing', async () => {
    const { lists, show, getSymbols } = start();
    show(INTRADAY)[0]?.(listAt('intraday:5'));
    await wait();
    lists.start('intraday:5');
    const event = created('PSO');
    expect(lists.apply(event, 'intraday:6')).toBe(true);
    expect(lists.apply(event, 'intraday:6')).toBe(false);
    // Of a signal that the list does not contain.
    expect(lists.apply({ kind: 'removed', signal_type: 'intraday', id: 'x' }, 'intraday:7')).toBe(false);
    expect(getSymbols(INTRADAY)).toEqual(['PSO']);
    expect(lists.getDataId()).toBe('intraday:7');
  });

  it('decide which events a response lacks', async () => {
    const { lists, show, getSymbols } = start();
    const requests = show(INTRADAY);
    lists.start('intraday:5');
    lists.apply(created('PSO'), 'intraday:6');
    lists.apply(created('KEL'), 'intraday:7');
    requests[0]?.(listAt('intraday:6', ['PSO']));
    await wait();
    expect(getSymbols(INTRADAY)?.sort()).toEqual(['KEL', 'PSO']);
    expect(requests).toHaveLength(1);
  });

  it('make a response that is older than the stream be loaded again', async () => {
    const { lists, show, getSymbols } = start();
    const [intraday, admin] = [show(INTRADAY), show(ADMIN)];
    lists.start('intraday:5');
    intraday[0]?.(listAt('intraday:4'));
    admin[0]?.(listAt('intraday:4,swing:0,investment:0'));
    await wait(2_000);
    expect([intraday, admin].map(({ length }) => length)).toEqual([2, 2]);
    intraday[1]?.(listAt('intraday:5', ['PSO']));
    admin[1]?.(listAt('intraday:5,swing:0,investment:0'));
    await wait(60_000);
    expect(getSymbols(INTRADAY)).toEqual(['PSO']);
    expect([intraday, admin].map(({ length }) => length)).toEqual([2, 2]);
  });

  it("make the administrator's first response be loaded again if it lacks an event", async () => {
    const { lists, show } = start();
    const requests = show(ADMIN);
    lists.start('intraday:5');
    lists.apply(created('PSO'), 'intraday:6');
    requests[0]?.(listAt('intraday:5,swing:0,investment:0'));
    await wait(2_000);
    expect(requests).toHaveLength(2);
  });

  it("spare the administrator's list an event that it contains", async () => {
    const { lists, show } = start();
    const requests = show(ADMIN);
    requests[0]?.(listAt('intraday:6,swing:0,investment:0'));
    await wait();
    lists.start('intraday:5');
    expect(lists.apply(created('PSO'), 'intraday:6')).toBe(false);
    expect(requests).toHaveLength(1);
  });

  it('keep a list that lacks an event from looking complete after the next one', async () => {
    const { lists, queries, show, getSymbols } = start();
    queries.setQueryData(INTRADAY, listAt('intraday:4'));
    lists.start('intraday:5');
    lists.apply(created('PSO'), 'intraday:6');
    expect(getSymbols(INTRADAY)).toEqual([]);
    const requests = show(INTRADAY);
    expect(requests).toHaveLength(1);
  });
});
