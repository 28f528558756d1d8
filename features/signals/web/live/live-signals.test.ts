import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, storeSession } from '#core/web/session/session.ts';
import type { SignalList } from '#features/signals/contract/endpoints.ts';
import { SIGNALS_KEY } from '#features/signals/web/public/signal-keys.ts';
import { makeTestList, makeTestSignal } from '#tests/support/signals/shown-signals.ts';
import { followLiveSignals } from './live-signals.ts';
import { getLive } from './live-store.ts';

const USER = { id: 'a@example.com', email: 'a@example.com', first_name: 'A', last_name: '', google_id: null };

/** The channel to the tab that leads. */
let channel: EventTarget | null = null;

class FakeChannel extends EventTarget {
  constructor() {
    super();
    channel = this;
  }
  postMessage(): void {}
  close(): void {}
}

const receive = (data: object) => channel?.dispatchEvent(new MessageEvent('message', { data }));
const receiveState = (state: string) =>
  receive({ kind: 'state', state, lastEventId: 'intraday:1,swing:1', types: ['intraday', 'swing'] });
const receiveRemoval = (id: string) =>
  receive({
    kind: 'event',
    event: { id: 'swing:2', name: 'removed', data: { signal_type: 'swing', id } },
  });

const cleanUps: (() => void)[] = [];

/** Opens a page with a list of swing signals in a tab that does not lead. */
async function openPage() {
  const queries = new QueryClient();
  const signal = makeTestSignal('LUCK', { signal_type: 'swing' });
  const load = vi.fn(async (): Promise<SignalList> => makeTestList([signal], true, 'swing:1'));
  const queryKey = [...SIGNALS_KEY, `swing ${USER.id}`, { signal_type: 'swing' }];
  cleanUps.push(new QueryObserver(queries, { queryKey, queryFn: load }).subscribe(() => {}));
  cleanUps.push(followLiveSignals(queries), () => queries.clear());
  await vi.advanceTimersByTimeAsync(0);
  return { load, signal };
}

describe('the signals of a tab that follows the leading one', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    const page = { visibilityState: 'visible', querySelectorAll: () => [], documentElement: { dataset: {} } };
    vi.stubGlobal('document', Object.assign(new EventTarget(), page));
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('navigator', { onLine: true, locks: { request: () => new Promise(() => {}) } });
    vi.stubGlobal('BroadcastChannel', FakeChannel);
    storeSession(USER, { access: 'access', refresh: 'refresh' });
  });

  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0)) cleanUp();
    await vi.runOnlyPendingTimersAsync();
    clearSession();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('the signals of a tab that follows the leading one are loaded every 30 seconds while streams are blocked', async () => {
    const { load } = await openPage();
    receiveState('polling');
    await vi.advanceTimersByTimeAsync(0);
    load.mockClear();
    // The leading tab repeats its state.
    for (let second = 0; second < 120; second += 15) {
      await vi.advanceTimersByTimeAsync(15_000);
      receiveState('polling');
    }
    expect(load).toHaveBeenCalledTimes(4);
  });

  it('the signals of a tab that follows the leading one are loaded within seconds after the computer has slept while streams are blocked', async () => {
    const { load } = await openPage();
    receiveState('polling');
    await vi.advanceTimersByTimeAsync(0);
    load.mockClear();
    // No timer runs while it sleeps.
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it.each([
    [
      'access ends',
      () => receive({ kind: 'event', event: { id: null, name: 'end', data: { reason: 'access' } } }),
    ],
    ['the user signs out', clearSession],
  ])(
    'the signals of a tab that follows the leading one are removed from the announcement when %s',
    async (_cause, end) => {
      const { signal } = await openPage();
      receiveState('live');
      await vi.advanceTimersByTimeAsync(0);
      receiveRemoval(signal.id);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(getLive().announcement).toBe('Swing signal removed.');
      end();
      expect(getLive().announcement).toBe('');
    },
  );

  it('the signals of a tab that follows the leading one are not announced after the user has signed out', async () => {
    const { signal } = await openPage();
    receiveState('live');
    await vi.advanceTimersByTimeAsync(0);
    receiveRemoval(signal.id);
    clearSession();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(getLive().announcement).toBe('');
  });
});
