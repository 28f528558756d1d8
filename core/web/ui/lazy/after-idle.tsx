import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

/** Browsers without idle callbacks wait this long. */
const DELAY_MS = 1_000;
/** A busy page does not delay the code for longer. */
const TIMEOUT_MS = 3_000;

/**
 * Returns a component whose code is loaded after the page has loaded and become idle. Until then it renders nothing, and if that
 * fails, `Failure`; without one, the page must be complete without the component.
 */
export function loadAfterIdle<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  Failure: ComponentType<{ onRetry: () => void }> | null = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function AfterIdle(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [isFailed, setIsFailed] = useState(false);
    const load = async () => {
      loaded = await importComponent().catch(() => null);
      setLoaded(() => loaded);
      setIsFailed(loaded === null);
    };
    const loadNow = useEffectEvent(load);
    useEffect(() => (loaded === null ? whenIdle(() => void loadNow()) : undefined), []);
    if (Loaded) return <Loaded {...props} />;
    return isFailed && Failure && <Failure onRetry={load} />;
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
