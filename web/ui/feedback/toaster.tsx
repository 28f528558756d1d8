import { type ComponentType, useEffect, useState } from 'react';
import { isToasterRequested, TOASTER_REQUESTED } from './notify.ts';

/**
 * The region "Notifications", reached by Alt+T. The toast library comes with the reader's first touch or key, or with a
 * toast: a page's first load is lighter without it. Until then an empty region stands in its place.
 */
export function Toaster() {
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      try {
        const { default: SonnerToaster } = await import('./sonner-toaster.tsx');
        setLoaded(() => SonnerToaster);
        controller.abort();
      } catch {
        // Offline, or after a new release, the code may not come. The page does without; the next toast asks again.
      }
    };
    window.addEventListener('pointerdown', load, { signal, once: true });
    window.addEventListener('keydown', load, { signal, once: true });
    window.addEventListener(TOASTER_REQUESTED, load, { signal });
    if (isToasterRequested()) void load();
    return () => controller.abort();
  }, []);
  return Loaded ? <Loaded /> : <section aria-label="Notifications alt+T" aria-live="polite" />;
}
