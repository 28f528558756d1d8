import { loadAfterIdle } from '#web/ui/lazy/after-idle.tsx';
import { OpenSignalsFailure } from './open-signals-failure.tsx';

/** `OpenSignals`, whose request and code must not delay the page. */
export const LazyOpenSignals = loadAfterIdle(
  async () => (await import('./open-signals.tsx')).OpenSignals,
  OpenSignalsFailure,
);
