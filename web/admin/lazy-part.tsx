import { Fragment } from 'react';
import type { Elements } from '#web/ui/elements.ts';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { type LazyCode, useLazyCode } from '#web/ui/lazy/lazy-with-preload.tsx';

interface LazyPartProps {
  /** The code of the children. */
  code: LazyCode;
  isWanted?: boolean;
  /** What cannot be loaded, at the beginning of a sentence. */
  name: string;
  /** The class of the failure. */
  className?: string;
  children: Elements;
}

/** A part of a page whose code is loaded once it is wanted. */
export function LazyPart({ code, isWanted = true, name, className, children }: LazyPartProps) {
  const { isLoaded, isFailed, retry } = useLazyCode(code, isWanted);
  // React does not render the same children again: those of another key are rendered once their code is loaded.
  if (!isFailed) return <Fragment key={isLoaded ? 'loaded' : 'loading'}>{children}</Fragment>;
  return (
    <LoadFailure onRetry={retry} className={className}>
      {`${name} could not be loaded. Check your connection and try again.`}
    </LoadFailure>
  );
}
