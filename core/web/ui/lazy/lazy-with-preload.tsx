import {
  type ComponentType,
  use,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';

/** Code that the browser loads shortly before it is needed. On the server it is always loaded. */
export interface LazyCode {
  /** Loads the code once; after a failure the next call tries again. */
  load: () => Promise<void>;
  isLoaded: () => boolean;
  subscribe: (onLoad: () => void) => () => void;
}

/** A component that renders nothing until its code is loaded. */
export type LazyComponent<Props> = ComponentType<Props> & LazyCode;

export function lazyWithPreload<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const importOnce = async () => {
    try {
      Loaded = await importComponent();
    } catch (error) {
      loading = null;
      throw error;
    }
    for (const listener of listeners) listener();
  };
  const load = () => {
    loading ??= importOnce();
    return loading;
  };
  function Lazy(props: Props) {
    if (import.meta.env.SSR) use(load());
    return Loaded && <Loaded {...props} />;
  }
  return Object.assign(Lazy, {
    load,
    isLoaded: () => import.meta.env.SSR || Loaded !== null,
    subscribe: (onLoad: () => void) => {
      listeners.add(onLoad);
      return () => listeners.delete(onLoad);
    },
  });
}

/** Loads the code once it is wanted. `isLoading` and `isFailed` are false until the page is hydrated. */
export function useLazyCode({ load, isLoaded, subscribe }: LazyCode, isWanted: boolean) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const retry = () => {
    setState('loading');
    load().then(
      () => setState('idle'),
      () => setState('failed'),
    );
  };
  const loadNow = useEffectEvent(retry);
  // A layout effect, because the next frame would show neither the content nor that it is loading.
  useLayoutEffect(() => {
    if (isWanted && !isLoaded()) loadNow();
  }, [isWanted, isLoaded]);
  const isLoadedNow = useSyncExternalStore(subscribe, isLoaded, isLoaded);
  return {
    isLoaded: isLoadedNow,
    isLoading: !isLoadedNow && state === 'loading',
    isFailed: !isLoadedNow && state === 'failed',
    retry,
  };
}
