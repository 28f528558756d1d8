import { subscribeToPersonalValues } from '#core/web/session/personal-values.ts';
import { readUser } from '#core/web/session/session.ts';
import { readPersonalList } from './personal-list.ts';

/** Loads the code of the stars once a page has one, and merges the lists of this browser after a sign-in. */
export function loadWatchlists(): void {
  loadStars();
  subscribeToPersonalValues(mergeLists);
  mergeLists();
}

function loadStars(): void {
  let failedUrl: string | null = null;
  const observer = new MutationObserver(() => load());
  const observe = () => observer.observe(document.body, { childList: true, subtree: true });
  const load = () => {
    if (location.href === failedUrl || !document.querySelector('[data-star]')) return;
    observer.disconnect();
    import('#features/accounts/web/watchlist/stars.ts').catch(() => {
      // Offline or after a new release it may fail to load: the stars stay inert until the next page.
      failedUrl = location.href;
      observe();
    });
  };
  observe();
  load();
}

/** Merges what a visitor stored into the account at once: signing out would remove it. */
function mergeLists(): void {
  const user = readUser();
  if (user === null || user.isAdmin) return;
  if (hasUnmerged('watchlist'))
    import('#features/accounts/web/watchlist/watchlist.ts').then(({ watchlist }) => watchlist.sync(), ignore);
  if (hasUnmerged('enteredSignals'))
    import('./entered-account.ts').then(({ enteredSignals }) => enteredSignals.sync(), ignore);
}

function hasUnmerged(key: 'watchlist' | 'enteredSignals'): boolean {
  const { items, isMerged } = readPersonalList(key);
  return !isMerged && items.length > 0;
}

/** The next page or change tries again. */
const ignore = () => {};
