import { type ReactNode, useCallback, useState } from 'react';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { type LazyCode, useLazyCode } from './lazy-with-preload.tsx';
import { RenderedUntilLoaded } from './rendered-until-loaded.tsx';

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
