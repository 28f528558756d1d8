import { loadAfterIdle } from '#core/web/ui/lazy/after-idle.tsx';
import { OpenSignalsFailure } from '#features/signals/web/open-signals-failure.tsx';

/** `OpenSignals`, whose request and code must not delay the page. */
export const LazyOpenSignals = loadAfterIdle(
  async () => (await import('#features/signals/web/open-signals.tsx')).OpenSignals,
  OpenSignalsFailure,
);
