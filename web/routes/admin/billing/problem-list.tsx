import type { ReactNode, RefObject } from 'react';

interface ProblemListProps {
  title: string;
  /** The meaning of the problems, and what to do. */
  description: string;
  /** Shown when there are no problems. */
  emptyText: string;
  count: number;
  /** The number of problems in the list, at most `count`. */
  listed: number;
  /** Receives the focus when the focused button is removed. */
  headingRef: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/** Lists the problems of one kind. */
export function ProblemList({
  title,
  description,
  emptyText,
  count,
  listed,
  headingRef,
  children,
}: ProblemListProps) {
  return (
    <section>
      <h2 ref={headingRef} tabIndex={-1} className="text-lg">
        {title}
      </h2>
      {count === 0 ? (
        <p className="text-sm text-muted">{emptyText}</p>
      ) : (
        <>
          <p className="mb-2 max-w-2xl text-sm text-muted">{description}</p>
          {children}
          {listed < count && (
            <p className="mt-2 text-sm text-muted">
              Showing {listed} of {count}.
            </p>
          )}
        </>
      )}
    </section>
  );
}
