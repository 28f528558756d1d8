import { useEffect, useRef, useState } from 'react';
import type { Signal } from '#contract/signals/signal.ts';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { lazyWithPreload, useLazyCode } from '#web/ui/lazy/lazy-with-preload.tsx';

const PositionForm = lazyWithPreload(async () => (await import('./position-form.tsx')).PositionForm);

/** A calculator of the number of shares for a capital and a risk, loaded when it is opened. */
export function PositionSize({ signal }: { signal: Signal }) {
  const details = useRef<HTMLDetailsElement>(null);
  // What is typed stays when it is closed.
  const [wasOpened, setWasOpened] = useState(false);
  const { isLoaded, isFailed, retry } = useLazyCode(PositionForm, wasOpened);
  // It may have been opened before the page was hydrated.
  useEffect(() => setWasOpened(details.current?.open === true), []);
  return (
    <details
      ref={details}
      onToggle={({ currentTarget }) => setWasOpened((was) => was || currentTarget.open)}
      className="border-t border-line text-sm text-ink"
    >
      <summary className="cursor-pointer rounded-box px-4 py-2.5 font-medium hover:bg-sunken sm:px-5">
        Position size
      </summary>
      <div className="px-4 pt-1 pb-4 sm:px-5">
        <noscript>The calculator needs JavaScript.</noscript>
        {isFailed && (
          <LoadFailure retryLabel="Try Again" onRetry={retry}>
            The calculator could not be loaded. Check your connection and try again.
          </LoadFailure>
        )}
        {wasOpened && isLoaded && <PositionForm signal={signal} />}
      </div>
    </details>
  );
}
