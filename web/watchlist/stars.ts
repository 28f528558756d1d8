import { subscribeToPersonalValues } from '#web/session/personal-values.ts';
import { isWatchKeyEnabled } from './watch-key.ts';
import { listWatched, watchlist } from './watchlist.ts';

/** Follows all star buttons of the page, those that are rendered later too. Loaded once, when a page with one is idle. */
function followStars(): void {
  const mark = () => {
    const watched = new Set(listWatched());
    for (const star of document.querySelectorAll<HTMLButtonElement>('[data-star]')) {
      star.disabled = false;
      const isWatched = String(watched.has(star.dataset.star ?? ''));
      if (star.ariaPressed !== isWatched) star.ariaPressed = isWatched;
    }
  };
  const toggle = (star: HTMLElement) => {
    const symbol = star.dataset.star ?? '';
    void watchlist.set(symbol, !listWatched().includes(symbol));
  };
  document.addEventListener('click', (event) => {
    const star = (event.target as Element).closest<HTMLElement>('[data-star]');
    if (!star) return;
    // A star in a card or a row that is a link.
    event.preventDefault();
    toggle(star);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 's' || !isWatchKeyEnabled() || hasModifier(event)) return;
    const focused = event.target as Element;
    if (focused.closest('input, textarea, select, [contenteditable]')) return;
    // The page of a company has one that is about all of it.
    const company = focused.closest('tr, li') ?? document.querySelector('[data-company]');
    const star = company?.querySelector<HTMLElement>('[data-star]');
    if (star) toggle(star);
  });
  subscribeToPersonalValues(mark);
  new MutationObserver(mark).observe(document.body, { childList: true, subtree: true });
  watchlist.sync();
  mark();
}

const hasModifier = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.repeat || event.isComposing;

followStars();
