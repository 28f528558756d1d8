import { lazy, Suspense, useEffect, useState } from 'react';
import { TOASTER_WANTED } from './notify.ts';

const SonnerToaster = lazy(() => import('./sonner-toaster.tsx'));

/**
 * The region "Notifications", reached by Alt+T. The toast library comes with the reader's first touch or key, or with the
 * first toast: a page's first load is lighter without it. Until then an empty region stands in its place.
 */
export function Toaster() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const want = () => {
      setWanted(true);
      controller.abort();
    };
    for (const event of ['pointerdown', 'keydown', TOASTER_WANTED]) {
      window.addEventListener(event, want, { signal: controller.signal });
    }
    return () => controller.abort();
  }, []);
  const region = <section aria-label="Notifications alt+T" aria-live="polite" />;
  return isWanted ? (
    <Suspense fallback={region}>
      <SonnerToaster />
    </Suspense>
  ) : (
    region
  );
}
