import { useEffect, useRef, useState } from 'react';
import { LazyContent } from '#core/web/ui/lazy/lazy-content.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import type { Signal } from '#features/signals/contract/signal.ts';

const PositionForm = lazyWithPreload(async () => (await import('./position-form.tsx')).PositionForm);

/** A calculator of the number of shares for a capital and a risk, loaded when it is opened. What is typed stays when it is closed. */
export function PositionSize({ signal }: { signal: Signal }) {
  const details = useRef<HTMLDetailsElement>(null);
  const [wasOpened, setWasOpened] = useState(false);
  // It may have been opened before the page was hydrated.
  useEffect(() => setWasOpened(details.current?.open === true), []);
  return (
    <details
      ref={details}
      onToggle={() => setWasOpened(true)}
      className="border-t border-line text-sm text-ink"
    >
      <summary className="cursor-pointer rounded-box px-4 py-2.5 font-medium hover:bg-sunken sm:px-5">
        Position size
      </summary>
      <div className="px-4 pt-1 pb-4 sm:px-5">
        <noscript>The calculator needs JavaScript.</noscript>
        {wasOpened && <LazyContent code={PositionForm} props={{ signal }} />}
      </div>
    </details>
  );
}
