import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';

/** Loaded after the page is shown, because the pages with signals are at their limit of scripts. */
export const EntryVerdict = lazyWithPreload(
  async () => (await import('#features/signals/web/entry-verdict.tsx')).EntryVerdict,
);
