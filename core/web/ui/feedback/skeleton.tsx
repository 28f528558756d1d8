interface SkeletonProps {
  /** The content that comes: rows of a list or table, few of them, cards, two tall cards, or a chart. */
  shape?: 'rows' | 'few' | 'cards' | 'pair' | 'chart';
  className?: string;
  /** The status, in the line of the summary of what comes. */
  children: string;
}

/** Replaces content while it is loading, in its shape, which the style sheet draws. */
export function Skeleton({ shape = 'rows', className, children }: SkeletonProps) {
  return (
    <div className={className}>
      {/* Not within the busy element, whose changes are not announced. */}
      <p role="status" className="py-2 text-sm text-muted">
        {children}
      </p>
      <div aria-busy="true" className={`skeleton skeleton-${shape}`} />
    </div>
  );
}
