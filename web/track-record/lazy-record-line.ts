import { lazyWithPreload } from '#web/ui/lazy-with-preload.tsx';
import { whenLoaded } from '#web/ui/when-loaded.tsx';

/** `RecordLine`, for pages with much other code. */
export const LazyRecordLine = whenLoaded(
  lazyWithPreload(async () => (await import('./record-line.tsx')).RecordLine),
);
