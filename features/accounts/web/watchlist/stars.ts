import { subscribeToPersonalValues } from '#core/web/session/personal-values.ts';
import { readUser } from '#core/web/session/session.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { readPersonalList } from '#features/accounts/web/public/watchlist/personal-list.ts';
import { isWatchKeyEnabled } from './watch-key.ts';

/** Visitors load it with their first star. */
const loadWatchlist = async () => (await import('./watchlist.ts')).watchlist;

/** Follows all star buttons of the page, those that are rendered later too. Loaded once, when a page with one is idle. */
function followStars(): void {
  const mark = () => {
    const { items, isComplete } = readPersonalList('watchlist');
    for (const star of document.querySelectorAll<HTMLButtonElement>('[data-star]')) {
      star.disabled = false;
      const isWatched = items.includes(star.dataset.star ?? '');
      // Not pressed would mean that the company is not watched. A press adds it.
      star.ariaPressed = isWatched || isComplete ? `${isWatched}` : null;
    }
  };
  const status = createStatus();
  const toggle = async (star: HTMLElement) => {
    const symbol = star.dataset.star ?? '';
    try {
      const watchlist = await loadWatchlist();
      const isWatched = !readPersonalList('watchlist').items.includes(symbol);
      void watchlist.set(symbol, isWatched);
      // React may have rendered the document again.
      if (!status.isConnected) document.body.append(status);
      status.textContent = `You ${isWatched ? '' : 'no longer '}watch ${symbol}`;
    } catch {
      notify.error('The watchlist was not changed', 'Check your connection and try again.');
    }
  };
  const syncAccount = () => {
    if (readUser() === null) return;
    // The browser's copy is shown, and the next page tries again.
    loadWatchlist().then((watchlist) => watchlist.sync(), ignore);
  };
  document.addEventListener('click', (event) => {
    const star = (event.target as Element).closest<HTMLElement>('[data-star]');
    if (!star) return;
    // A star in a card or a row that is a link.
    event.preventDefault();
    void toggle(star);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 's' || !isWatchKeyEnabled() || hasModifier(event)) return;
    if (document.querySelector('dialog[open]')) return;
    const focused = event.target as Element;
    if (focused.closest('input, textarea, select, [contenteditable]')) return;
    // The page of a company has one that is about all of it.
    const company =
      focused.closest(':is(tr, li):has([data-star])') ?? document.querySelector('[data-company]');
    const star = company?.querySelector<HTMLElement>('[data-star]');
    if (star) void toggle(star);
  });
  const update = () => {
    mark();
    syncAccount();
  };
  subscribeToPersonalValues(update);
  new MutationObserver(mark).observe(document.body, { childList: true, subtree: true });
  update();
}

/** Adds the text that screen readers announce: with the key, the focus is not on the star. */
function createStatus(): HTMLElement {
  const status = document.createElement('p');
  status.role = 'status';
  status.className = 'sr-only';
  document.body.append(status);
  return status;
}

const ignore = () => {};

const hasModifier = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || event.isComposing;

followStars();
