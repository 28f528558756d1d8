import { type ComponentType, useEffect, useState } from 'react';

/** Browsers without idle callbacks wait this long. */
const DELAY_MS = 1_000;
/** A busy page does not delay the code for longer. */
const TIMEOUT_MS = 3_000;

/**
 * Returns a component whose code is loaded after the page has loaded and become idle. Until then, and if that fails, it renders
 * nothing.
 */
export function loadAfterIdle<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function AfterIdle(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    useEffect(() => {
      if (loaded !== null) return;
      let isMounted = true;
      const cancel = whenIdle(async () => {
        loaded = await importComponent().catch(() => null);
        if (isMounted) setLoaded(() => loaded);
      });
      return () => {
        isMounted = false;
        cancel();
      };
    }, []);
    return Loaded && <Loaded {...props} />;
  };
}

function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, DELAY_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, { timeout: TIMEOUT_MS });
  return () => cancelIdleCallback(request);
}
