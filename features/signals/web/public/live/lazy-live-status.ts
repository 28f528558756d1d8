import { loadAfterIdle } from '#core/web/ui/lazy/after-idle.tsx';

/** `LiveStatus`, whose code and connection must not delay the page. */
export const LazyLiveStatus = loadAfterIdle(
  async () => (await import('#features/signals/web/live/live-status.tsx')).LiveStatus,
);
