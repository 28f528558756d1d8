import { type ComponentType, useEffect, useState } from 'react';
import { isToasterRequested, TOASTER_REQUESTED } from './notify.ts';

/**
 * The region "Notifications", reached by Alt+T. To keep the page small, the toast library is loaded on the first press or
 * key, or with the first toast. Until then the region is empty.
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
        // Offline or after a new release the code may fail to load. The next toast tries again.
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
