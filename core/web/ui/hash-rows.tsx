import type { ReactNode } from 'react';

/** Facts about a part of the record, in rows. */
export function HashRows({ children }: { children: ReactNode }) {
  return <dl className="mt-3 divide-y divide-line border-y border-line text-sm">{children}</dl>;
}

export function HashRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A hash or key in hexadecimal, which wraps. */
export function Hash({ children }: { children: string }) {
  return (
    <code className="mt-0.5 block font-mono text-xs/5 text-muted wrap-anywhere" translate="no">
      {children}
    </code>
  );
}
