import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import type { SignalList } from '#contract/signals/endpoints.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import type { SignedInUser } from '#web/session/session.ts';
import { ADMIN_SIGNALS_KEY, SIGNALS_KEY } from '#web/signals/signal-keys.ts';
import { makeTestEvent, makeTestList, makeTestSignal } from './make-test-signal.ts';
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
  return {
    queries,
    lists,
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
    const { queries, lists, getSymbols } = start();
    const [intraday, swing, visitor] = [getKey('intraday'), getKey('swing'), getKey('intraday', 'visitor')];
    for (const key of [intraday, swing, visitor]) queries.setQueryData(key, makeTestList([]));
    expect(lists.apply(makeTestEvent('created', makeTestSignal('PSO')))).toBe(false);
    expect([intraday, swing, visitor].map(getSymbols)).toEqual([['PSO'], [], []]);
  });

  it('report whether the page changes', async () => {
    const { lists, show } = start();
    const requests = show(getKey('intraday'));
    requests[0]?.(makeTestList([]));
    await settle();
    expect(lists.apply(makeTestEvent('created', makeTestSignal('PSO')))).toBe(true);
    expect(lists.apply(makeTestEvent('created', makeTestSignal('KEL', { signal_type: 'swing' })))).toBe(
      false,
    );
  });

  it('are not undone by a response to a request that was sent before', async () => {
    const { lists, show, getSymbols } = start();
    const requests = show(getKey('intraday'));
    lists.apply(makeTestEvent('created', makeTestSignal('PSO')));
    requests[0]?.(makeTestList([]));
    await settle();
    expect(getSymbols(getKey('intraday'))).toEqual(['PSO']);
  });

  it('do not override a response that is newer', async () => {
    const { lists, show, queries } = start();
    const requests = show(getKey('intraday'));
    const signal = makeTestSignal('PSO');
    lists.apply(makeTestEvent('created', signal));
    requests[0]?.(makeTestList([{ ...signal, stop_loss: '99.00', changed_at: '2026-11-20T05:00:00.000Z' }]));
    await settle();
    expect(queries.getQueryData<SignalList>(getKey('intraday'))?.results[0]?.stop_loss).toBe('99.00');
  });

  it('load the list again when only the server knows the result', async () => {
    const { lists, show } = start();
    const requests = show(getKey('intraday'));
    requests[0]?.(makeTestList([]));
    await settle();
    lists.apply(makeTestEvent('created', makeTestSignal('PSO', { call_status: 'closed' })));
    await settle();
    expect(requests).toHaveLength(2);
  });

  it("load the administrator's list again", async () => {
    const { lists, show } = start();
    const requests = show([...ADMIN_SIGNALS_KEY, 'swing', '1', '']);
    requests[0]?.(makeTestList([]));
    await settle();
    expect(lists.apply(makeTestEvent('created', makeTestSignal('PSO', { signal_type: 'swing' })))).toBe(true);
    expect(requests).toHaveLength(2);
  });

  it('remove premium signals at once when access ends, and ask the server again', async () => {
    const { lists, show, getSymbols, queries } = start();
    const requests = show(getKey('swing'));
    requests[0]?.(makeTestList([makeTestSignal('PSO', { signal_type: 'swing' })]));
    await settle();
    lists.apply(makeTestEvent('created', makeTestSignal('KEL', { signal_type: 'swing' })));
    lists.dropPremium();
    expect(getSymbols(getKey('swing'))).toBeUndefined();
    requests[1]?.(makeTestList([], false));
    await settle();
    expect(queries.getQueryData(getKey('swing'))).toEqual(makeTestList([], false));
  });

  it('do not apply remembered premium events after access has ended', async () => {
    const { lists, show, getSymbols } = start();
    const requests = show(getKey('swing'));
    lists.apply(makeTestEvent('created', makeTestSignal('KEL', { signal_type: 'swing' })));
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
