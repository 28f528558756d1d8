import type { ReactNode } from 'react';

export type BadgeVariant = 'free' | 'pro' | 'active' | 'muted' | 'outline' | 'warning' | 'danger';

/** A short label. `free` and `pro` differ by fill, not only by color. */
export function Badge({ variant = 'muted', children }: { variant?: BadgeVariant; children: ReactNode }) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1 rounded-box border px-1.5 text-xs/5 font-semibold whitespace-nowrap ${VARIANTS[variant]}`}
    >
      {children}
    </span>
  );
}

/** Marks a last close that is older than the last trading day. */
export const OldMark = ({ last }: { last: { is_old: boolean } | null }) =>
  last?.is_old && <span className="text-xs font-semibold text-warning"> (old)</span>;

const VARIANTS: Record<BadgeVariant, string> = {
  free: 'border-accent text-accent',
  pro: 'border-ink bg-ink text-page',
  active: 'border-accent-soft bg-accent-soft text-accent-strong',
  muted: 'border-sunken bg-sunken text-muted',
  outline: 'border-line-strong text-ink',
  warning: 'border-warning-soft bg-warning-soft text-warning',
  danger: 'border-danger-soft bg-danger-soft text-danger',
};
