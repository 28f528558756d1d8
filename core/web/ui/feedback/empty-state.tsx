import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** The next step, in a sentence. */
  children?: ReactNode;
  action?: ReactNode;
  /** The heading's level, one below the section's own. */
  level?: 2 | 3;
}

/** Replaces an empty list. */
export function EmptyState({ title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="grid justify-items-center gap-1 rounded-box border border-dashed border-line-strong px-4 py-12 text-center">
      <Heading className="text-lg">{title}</Heading>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
