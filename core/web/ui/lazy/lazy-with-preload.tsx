import {
  type ComponentType,
  type ReactNode,
  use,
  useCallback,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { RenderedUntilLoaded } from './rendered-until-loaded.tsx';

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

/** A part of a page stays as the server rendered it until its code is loaded. */
export function LazyContent<Props extends object>({
  code: Code,
  props,
}: {
  code: LazyComponent<Props>;
  props: Props;
}) {
  const { isLoaded, isFailed, retry } = useLazyCode(Code, true);
  if (isFailed)
    return <LoadFailure onRetry={retry}>This part could not be loaded. Check your connection.</LoadFailure>;
  return (
    <RenderedUntilLoaded isLoaded={isLoaded}>
      <Code {...props} />
    </RenderedUntilLoaded>
  );
}

interface WhenNearProps {
  /** The code of the children. */
  code: LazyCode;
  /** The ID of the heading of the children, which links lead to before they are loaded. */
  id?: string;
  /** The server rendered the children. */
  isRendered: boolean;
  /** The code is wanted before it is about to be seen: what the server rendered is out of date. */
  isWanted?: boolean;
  /** What is loaded, for example `the prices`. */
  name: string;
  children: ReactNode;
}

/** Content that stays as the server rendered it until it is about to be seen, when its code is loaded. */
export function WhenNear({ code, id, isRendered, isWanted = false, name, children }: WhenNearProps) {
  const { observe, isNear } = useIsNear();
  const lazy = useLazyCode(code, isNear || isWanted);
  const { isFailed, retry } = lazy;
  // The server has all code, but the browser hydrates what it rendered without it.
  const isLoaded = lazy.isLoaded && (isRendered || !import.meta.env.SSR);
  return (
    <div ref={observe} id={isRendered || isLoaded ? undefined : id}>
      {isFailed && (
        <LoadFailure
          onRetry={retry}
          className="mb-4"
        >{`Failed to load ${name}. Check your connection and try again.`}</LoadFailure>
      )}
      {!isRendered && !isLoaded && !isFailed && <Skeleton>{`Loading ${name}...`}</Skeleton>}
      <RenderedUntilLoaded isLoaded={isLoaded}>{children}</RenderedUntilLoaded>
    </div>
  );
}

/** An element this close to the window is about to be seen. */
const MARGIN = '200px';

/** Returns whether the element that has `observe` as its ref is or was in the window, or close to it. */
export function useIsNear() {
  const [isNear, setIsNear] = useState(false);
  const observe = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setIsNear(true);
        observer.disconnect();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { observe, isNear };
}
