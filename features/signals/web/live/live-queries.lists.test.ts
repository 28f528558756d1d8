import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignedInUser } from '#core/web/session/session.ts';
import type { SignalList } from '#features/signals/contract/endpoints.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { parseVersions, type SignalEvent } from '#features/signals/contract/stream.ts';
import {
  ADMIN_SIGNALS_KEY,
  OPEN_SIGNALS_KEY,
  SIGNALS_KEY,
} from '#features/signals/web/public/signal-keys.ts';
import { makeTestEvent, makeTestList, makeTestSignal } from '#tests/support/signals/shown-signals.ts';
import { LiveQueries } from './live-queries.ts';

const USER = { id: 'a@example.com', email: 'a@example.com', name: 'A' } as SignedInUser;

const getKey = (type: SignalType, user = 'a@example.com') => [
  ...SIGNALS_KEY,
  `${type} ${user}`,
  { signal_type: type },
];

const cleanUps: (() => void)[] = [];

function start(onPremiumAccess: (type: SignalType) => void = () => {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const lists = new LiveQueries(queries, { getUser: () => USER, onPremiumAccess });
  cleanUps.push(
    () => lists.stop(),
    () => queries.clear(),
  );
  const versions = new Map<SignalType, number>();
  return {
    queries,
    lists,
    /** Applies the next event of its type. The lists of the tests have version 0. */
    apply(event: SignalEvent): boolean {
      const version = (versions.get(event.signal_type) ?? 0) + 1;
      versions.set(event.signal_type, version);
      return lists.apply(event, version);
    },
    /** Shows a query on a page. Each request waits for the next response. */
    show(queryKey: readonly unknown[]) {
      const requests: ((list: SignalList | Promise<SignalList>) => void)[] = [];
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

  it('remove the signals in progress of all types when access ends, and change no part of them before', async () => {
    const { lists, queries, apply } = start();
    const key = [...OPEN_SIGNALS_KEY, '1'];
    const open = [makeTestSignal('PSO', { signal_type: 'swing' })];
    queries.setQueryData(key, open);
    apply(makeTestEvent('created', makeTestSignal('KEL', { signal_type: 'swing' })));
    expect(queries.getQueryData(key)).toBe(open);
    lists.dropPremium();
    expect(queries.getQueryData(key)).toBeUndefined();
  });

  it('updates of cached lists leave no premium signal after access has ended', async () => {
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
    lists.dropOthers();
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

describe('the versions of lists', () => {
  const INTRADAY = getKey('intraday');
  const LOW_RISK = [...SIGNALS_KEY, 'intraday a@example.com', { signal_type: 'intraday', risk_type: 'low' }];
  const ADMIN = [...ADMIN_SIGNALS_KEY, 'intraday', '1', ''];
  const listAt = (id: string | null, symbols: string[] = []) =>
    makeTestList(
      symbols.map((symbol) => makeTestSignal(symbol)),
      true,
      id,
    );
  const created = (symbol: string) => makeTestEvent('created', makeTestSignal(symbol));
  const count = (requests: readonly unknown[][]) => requests.map(({ length }) => length);

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    for (const cleanUp of cleanUps.splice(0)) cleanUp();
    vi.useRealTimers();
  });
  const wait = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

  it('are compared with those of the stream: a change between the page and its stream is loaded, and nothing else', async () => {
    const { lists, show } = start();
    const shown = [show(INTRADAY), show(getKey('swing')), show(ADMIN), show(getKey('investment'))];
    const ids = ['intraday:5', 'swing:6', 'intraday:5,swing:6,investment:0', null];
    for (const [index, id] of ids.entries()) shown[index]?.[0]?.(listAt(id));
    await wait();
    lists.start(parseVersions('intraday:5,swing:7,investment:0'), false);
    await wait();
    expect(count(shown)).toEqual([1, 2, 2, 1]);
    shown[1]?.[1]?.(listAt('swing:7'));
    shown[2]?.[1]?.(listAt('intraday:5,swing:7,investment:0'));
    await wait();
    lists.start(parseVersions('intraday:5,swing:7,investment:0'), false);
    await wait(60_000);
    expect(count(shown)).toEqual([1, 2, 2, 1]);
  });

  it('are compared within ten seconds after a reconnect of many browsers', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { lists, show } = start();
    const requests = show(INTRADAY);
    requests[0]?.(listAt('intraday:5'));
    await wait();
    lists.start(parseVersions('intraday:6'), true);
    await wait(4_999);
    expect(requests).toHaveLength(1);
    await wait(1);
    expect(requests).toHaveLength(2);
  });

  it('may be ahead of a server that sends the change later, else the list is loaded', async () => {
    const { lists, show } = start();
    const requests = show(INTRADAY);
    requests[0]?.(listAt('intraday:6', ['PSO']));
    await wait();
    lists.start(parseVersions('intraday:5'), false);
    expect(lists.apply(created('PSO'), 6)).toBe(false);
    await wait(10_000);
    expect(requests).toHaveLength(1);
    // An older database was restored.
    lists.start(parseVersions('intraday:2'), false);
    await wait(10_000);
    expect(requests).toHaveLength(2);
  });

  it('differ if the stream lacks a type, because access ended while the connection was lost', async () => {
    const { lists, show } = start();
    const [intraday, swing] = [show(INTRADAY), show(getKey('swing'))];
    intraday[0]?.(listAt('intraday:5'));
    swing[0]?.(listAt('swing:6', ['PSO']));
    await wait();
    lists.start(parseVersions('intraday:5'), false);
    await wait(10_000);
    expect(count([intraday, swing])).toEqual([1, 2]);
  });

  it('advance with every event, so that a repeated one changes nothing', async () => {
    const { lists, show, getSymbols, queries } = start();
    const requests = show(INTRADAY);
    requests[0]?.(listAt('intraday:5'));
    await wait();
    lists.start(parseVersions('intraday:5'), false);
    const event = created('PSO');
    expect(lists.apply(event, 6)).toBe(true);
    expect(lists.apply(event, 6)).toBe(false);
    // Of a signal that the list does not contain.
    expect(lists.apply({ kind: 'removed', signal_type: 'intraday', id: 'x' }, 7)).toBe(false);
    expect(getSymbols(INTRADAY)).toEqual(['PSO']);
    expect(queries.getQueryData<SignalList>(INTRADAY)?.last_event_id).toBe('intraday:7');
    await wait(60_000);
    expect(requests).toHaveLength(1);
  });

  it('make a list with filters be loaded once within ten seconds, however many events arrive', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.9);
    const { lists, show, getSymbols } = start();
    const requests = show(LOW_RISK);
    requests[0]?.(listAt('intraday:5'));
    await wait();
    lists.start(parseVersions('intraday:5'), false);
    for (let version = 6; version <= 9; version += 1) lists.apply(created(`S${version}`), version);
    expect(getSymbols(LOW_RISK)).toEqual([]);
    await wait(8_999);
    expect(requests).toHaveLength(1);
    await wait(1);
    expect(requests).toHaveLength(2);
    requests[1]?.(listAt('intraday:9', ['S7']));
    await wait(60_000);
    expect(getSymbols(LOW_RISK)).toEqual(['S7']);
    expect(requests).toHaveLength(2);
  });

  it('make a list be loaded again later whose load failed', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { lists, show, getSymbols } = start();
    const requests = show(LOW_RISK);
    requests[0]?.(listAt('intraday:5'));
    await wait();
    lists.start(parseVersions('intraday:6'), false);
    requests[1]?.(Promise.reject(new Error('429')));
    await wait(14_999);
    expect(requests).toHaveLength(2);
    await wait(1);
    requests[2]?.(listAt('intraday:6', ['PSO']));
    await wait(60_000);
    expect(getSymbols(LOW_RISK)).toEqual(['PSO']);
    expect(requests).toHaveLength(3);
  });

  it('make a response be loaded again whose server had not yet learned of a change', async () => {
    const { lists, show, getSymbols } = start();
    const [intraday, admin] = [show(INTRADAY), show(ADMIN)];
    lists.start(parseVersions('intraday:5'), false);
    intraday[0]?.(listAt('intraday:4'));
    admin[0]?.(listAt('intraday:4,swing:0,investment:0'));
    await wait(2_000);
    expect(count([intraday, admin])).toEqual([2, 2]);
    intraday[1]?.(listAt('intraday:5', ['PSO']));
    admin[1]?.(listAt('intraday:5,swing:0,investment:0'));
    await wait(60_000);
    expect(getSymbols(INTRADAY)).toEqual(['PSO']);
    expect(count([intraday, admin])).toEqual([2, 2]);
  });

  it('keep the state after an event if a response lacks it that was requested before', async () => {
    const { lists, show, getSymbols, queries } = start();
    const requests = show(INTRADAY);
    requests[0]?.(listAt('intraday:5', ['LUCK']));
    await wait();
    lists.start(parseVersions('intraday:5'), false);
    lists.reload();
    lists.apply(created('PSO'), 6);
    requests[1]?.(listAt('intraday:5', ['LUCK']));
    await wait();
    expect(getSymbols(INTRADAY)?.toSorted()).toEqual(['LUCK', 'PSO']);
    expect(queries.getQueryData<SignalList>(INTRADAY)?.last_event_id).toBe('intraday:6');
    await wait(60_000);
    expect(requests).toHaveLength(2);
  });

  it('keep a changed signal of a list with filters until it is loaded, whatever an older response says', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { lists, show, queries } = start();
    const requests = show(LOW_RISK);
    const signal = makeTestSignal('LUCK');
    requests[0]?.(makeTestList([signal], true, 'intraday:5'));
    await wait();
    lists.start(parseVersions('intraday:5'), false);
    lists.reload();
    const changed = { ...signal, stop_loss: '97.00' };
    lists.apply(makeTestEvent('updated', changed), 6);
    requests[1]?.(makeTestList([signal], true, 'intraday:5'));
    await wait();
    expect(queries.getQueryData<SignalList>(LOW_RISK)?.results).toEqual([changed]);
    await wait(60_000);
    expect(requests).toHaveLength(3);
  });

  it('lead no response to an event from before access ended, or from another database', async () => {
    const { lists, show, getSymbols } = start();
    const [swing, intraday] = [show(getKey('swing')), show(INTRADAY)];
    lists.start(parseVersions('intraday:5,swing:5'), false);
    lists.apply(makeTestEvent('created', makeTestSignal('KEL', { signal_type: 'swing' })), 6);
    lists.apply(created('PSO'), 6);
    lists.dropPremium();
    swing.at(-1)?.(listAt('swing:5'));
    lists.start(parseVersions('intraday:5'), false);
    intraday.at(-1)?.(listAt('intraday:5'));
    await wait();
    expect([getKey('swing'), INTRADAY].map(getSymbols)).toEqual([[], []]);
  });

  it("spare the administrator's list an event that it contains", async () => {
    const { lists, show } = start();
    const requests = show(ADMIN);
    requests[0]?.(listAt('intraday:6,swing:0,investment:0'));
    await wait();
    expect(lists.apply(created('PSO'), 6)).toBe(false);
    expect(requests).toHaveLength(1);
  });

  it('keep a list that lacks an event from looking complete after the next one', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { lists, show, queries } = start();
    const requests = show(INTRADAY);
    requests[0]?.(listAt('intraday:4'));
    await wait();
    lists.apply(created('PSO'), 6);
    expect(queries.getQueryData<SignalList>(INTRADAY)?.last_event_id).toBe('intraday:4');
    await wait();
    expect(requests).toHaveLength(2);
  });
});
