import { loadAfterIdle } from './core/web/ui/lazy/after-idle.tsx';

/** Fills the places that the frame of every page has for features. Their code is loaded after the page. */

/** What customers must know, and the bell. */
export const CustomerNotices = loadAfterIdle(
  async () => (await import('./features/site/web/public/customer-notices.tsx')).CustomerNotices,
);

/** Opens the search as a dialog. */
export const SearchOpener = loadAfterIdle(
  async () => (await import('./features/market/web/public/search/search-opener.tsx')).SearchOpener,
);

export const loadSignOut = () => import('./features/accounts/web/public/sign-out.ts');
