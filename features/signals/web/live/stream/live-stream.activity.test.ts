import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchActivity } from './live-stream.ts';

const HIDDEN_MS = 180_000;

function createPage(visibilityState: DocumentVisibilityState) {
  const page = Object.assign(new EventTarget(), { visibilityState });
  const frame = new EventTarget();
  const changes: boolean[] = [];
  const stopping = new AbortController();
  watchActivity((isActive) => changes.push(isActive), HIDDEN_MS, stopping.signal, {
    page: page as unknown as Document,
    frame: frame as unknown as Window,
  });
  const stop = () => stopping.abort();
  const show = (state: DocumentVisibilityState) => {
    page.visibilityState = state;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { page, frame, changes, stop, show };
}

describe('watchActivity', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('reports a visible page at once', () => {
    expect(createPage('visible').changes).toEqual([true]);
  });

  it('reports a page that is opened in the background when it is shown', () => {
    const { changes, show } = createPage('hidden');
    vi.advanceTimersByTime(HIDDEN_MS);
    expect(changes).toEqual([]);
    show('visible');
    expect(changes).toEqual([true]);
  });

  it('stays active while it is hidden for less than the limit', () => {
    const { changes, show } = createPage('visible');
    show('hidden');
    vi.advanceTimersByTime(HIDDEN_MS - 1);
    show('visible');
    vi.advanceTimersByTime(HIDDEN_MS);
    expect(changes).toEqual([true]);
  });

  it('a tab is inactive after it was hidden for the limit, until it is shown', () => {
    const { changes, show } = createPage('visible');
    show('hidden');
    vi.advanceTimersByTime(HIDDEN_MS);
    expect(changes).toEqual([true, false]);
    show('visible');
    expect(changes).toEqual([true, false, true]);
  });

  it.each([
    ['the back/forward cache', 'pagehide', 'pageshow'],
    ['freezing', 'freeze', 'resume'],
  ])('a tab is inactive at once during %s', (_what, leave, enter) => {
    const { page, frame, changes } = createPage('visible');
    const target = leave === 'freeze' ? page : frame;
    target.dispatchEvent(new Event(leave));
    expect(changes).toEqual([true, false]);
    target.dispatchEvent(new Event(enter));
    expect(changes).toEqual([true, false, true]);
  });

  it('reports nothing after it is stopped', () => {
    const { changes, stop, show } = createPage('visible');
    show('hidden');
    stop();
    vi.advanceTimersByTime(HIDDEN_MS);
    expect(changes).toEqual([true]);
  });
});
