import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignedInUser } from '#core/web/session/session.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import type { SignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { CHANGES_KEY, getSignalKey } from '#features/signals/web/public/signal-keys.ts';
import { makeTestEvent, makeTestSignal } from '#tests/support/signals/shown-signals.ts';
import { LiveQueries } from './live-queries.ts';

const USER = { id: 'a@example.com', email: 'a@example.com', name: 'A' } as SignedInUser;
const OTHER_USER = { ...USER, id: 'b@example.com' } as SignedInUser;

const makeDetails = (signal: Signal, deletedAt: string | null = null): SignalDetails => ({
  id: signal.id,
  signal_type: signal.signal_type,
  risk_statement_required: false,
  report: {
    signal,
    deleted_at: deletedAt,
    timeline: [],
    evaluations: [],
    mark: null,
    decision: null,
    replaced_by: null,
    receipt: null,
  },
  release_days: 30,
});

const cleanUps: (() => void)[] = [];

function start() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const onPremiumAccess = vi.fn();
  const signals = new LiveQueries(queries, { getUser: () => USER, onPremiumAccess });
  cleanUps.push(
    () => signals.stop(),
    () => queries.clear(),
  );
  return {
    queries,
    signals,
    onPremiumAccess,
    /** Shows a signal on a page. Each request waits for the next response. */
    show(id: string, initialData?: SignalDetails) {
      const requests: ((details: SignalDetails) => void)[] = [];
      const observer = new QueryObserver<SignalDetails>(queries, {
        queryKey: getSignalKey(id, USER),
        queryFn: () => new Promise((resolve) => requests.push(resolve)),
        staleTime: 120_000,
        ...(initialData && { initialData }),
      });
      cleanUps.push(observer.subscribe(() => {}));
      return requests;
    },
  };
}

const settle = () => vi.advanceTimersByTimeAsync(10);

describe('updates of the page of a signal', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    for (const cleanUp of cleanUps.splice(0)) cleanUp();
    vi.useRealTimers();
  });

  const signal = makeTestSignal('PSO');
  const changed = { ...signal, stop_loss: '97.00', changed_at: '2026-11-20T05:00:00.000Z' };

  it('load the signal again for its events only', async () => {
    const { signals, show } = start();
    const requests = show(signal.id, makeDetails(signal));
    expect(signals.apply(makeTestEvent('updated', makeTestSignal('OGDC')), 1)).toBe(false);
    expect(requests).toHaveLength(0);
    expect(signals.apply(makeTestEvent('updated', changed), 1)).toBe(true);
    await settle();
    expect(requests).toHaveLength(1);
  });

  it('load the signal again when the stream starts, which may be after a change', async () => {
    const { signals, show } = start();
    const requests = show(signal.id, makeDetails(signal));
    signals.start(new Map(), false);
    await settle();
    expect(requests).toHaveLength(1);
  });

  it('load a first response again that was requested before the stream started', async () => {
    const { signals, show } = start();
    const requests = show(signal.id);
    signals.start(new Map(), false);
    await settle();
    expect(requests).toHaveLength(1);
    requests[0]?.(makeDetails(signal));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['a change', makeTestEvent('updated', changed), makeDetails(changed)],
    [
      'a removal',
      { kind: 'removed', signal_type: 'intraday', id: signal.id } as const,
      makeDetails(signal, '2026-11-20T05:00:00.000Z'),
    ],
  ])('load a response once more that is older than %s', async (_, event, newer) => {
    const { signals, show } = start();
    const requests = show(signal.id, makeDetails(signal));
    signals.apply(event, 1);
    await settle();
    requests[0]?.(makeDetails(signal));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(requests).toHaveLength(2);
    requests[1]?.(newer);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests).toHaveLength(2);
  });

  it('updates of the page of a signal do not load a response again that contains the change', async () => {
    const { signals, show } = start();
    const requests = show(signal.id, makeDetails(signal));
    signals.apply(makeTestEvent('updated', changed), 1);
    await settle();
    requests[0]?.(makeDetails(changed));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests).toHaveLength(1);
  });

  it('report premium signals in progress that the user may read', async () => {
    const { show, onPremiumAccess } = start();
    const swing = makeTestSignal('LUCK', { signal_type: 'swing' });
    const requests = show(swing.id);
    await settle();
    requests[0]?.(makeDetails(swing));
    await settle();
    expect(onPremiumAccess.mock.calls).toEqual([['swing']]);
  });

  it('remove premium signals when access ends, and load them again', async () => {
    const { queries, signals, show } = start();
    const swing = makeTestSignal('LUCK', { signal_type: 'swing' });
    const requests = show(swing.id);
    await settle();
    requests[0]?.(makeDetails(swing));
    queries.setQueryData(getSignalKey(signal.id, USER), makeDetails(signal));
    const changes = [...CHANGES_KEY, '7.2026-11-20', USER.id];
    queries.setQueryData(changes, { results: [{ id: swing.id }] });
    await settle();
    signals.dropPremium();
    await settle();
    expect(queries.getQueryData(changes)).toBeUndefined();
    expect(queries.getQueryData(getSignalKey(swing.id, USER))).toBeUndefined();
    expect(requests).toHaveLength(2);
    expect(queries.getQueryData(getSignalKey(signal.id, USER))).toBeDefined();
  });

  it('remove the signals of other users', () => {
    const { queries, signals } = start();
    for (const user of [USER, OTHER_USER, null])
      queries.setQueryData(getSignalKey(signal.id, user), makeDetails(signal));
    signals.dropOthers();
    expect(
      [USER, OTHER_USER, null].map((user) => queries.getQueryData(getSignalKey(signal.id, user))),
    ).toEqual([makeDetails(signal), undefined, undefined]);
  });
});
