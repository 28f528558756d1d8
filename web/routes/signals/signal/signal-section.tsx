import type { ReactNode } from 'react';

/** A part of the page of a signal. */
export function SignalSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-3 border-b border-line pb-2 text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
