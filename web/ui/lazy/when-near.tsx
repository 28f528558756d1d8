import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { type LazyCode, useLazyCode } from './lazy-with-preload.tsx';
import { RenderedUntilLoaded } from './rendered-until-loaded.tsx';

interface WhenNearProps {
  /** The code of the children. */
  code: LazyCode;
  /** The ID of the heading of the children, which links lead to before they are loaded. */
  id?: string;
  /** The server rendered the children. */
  isRendered: boolean;
  /** What is loaded, for example `the prices`. */
  name: string;
  children: ReactNode;
}

/** Content that stays as the server rendered it until it is about to be seen, when its code is loaded. */
export function WhenNear({ code, id, isRendered, name, children }: WhenNearProps) {
  const content = useRef<HTMLDivElement>(null);
  const lazy = useLazyCode(code, useIsNear(content));
  const { isFailed, retry } = lazy;
  // The server has all code, but the browser hydrates what it rendered without it.
  const isLoaded = lazy.isLoaded && (isRendered || !import.meta.env.SSR);
  return (
    <div ref={content} id={isRendered || isLoaded ? undefined : id}>
      {isFailed && (
        <LoadFailure onRetry={retry} className="mb-4">
          Failed to load {name}. Check your connection and try again.
        </LoadFailure>
      )}
      {!isRendered && !isLoaded && !isFailed && <Skeleton>{`Loading ${name}...`}</Skeleton>}
      <RenderedUntilLoaded isLoaded={isLoaded}>{children}</RenderedUntilLoaded>
    </div>
  );
}

/** An element this close to the window is about to be seen. */
const MARGIN = '200px';

/** Returns whether an element is or was in the window, or close to it. Always `false` until the page is hydrated. */
function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!element.current || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isNear]);
  return isNear;
}
