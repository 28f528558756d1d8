import { loadAfterIdle } from '#web/ui/lazy/after-idle.tsx';

/** `LiveStatus`, whose code and connection must not delay the page. */
export const LazyLiveStatus = loadAfterIdle(async () => (await import('./live-status.tsx')).LiveStatus);
