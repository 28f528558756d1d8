import type { ReactNode, RefObject } from 'react';

interface ProblemListProps {
  title: string;
  /** What they mean and what to do. */
  description: string;
  /** What stands there when there are none. */
  none: string;
  /** How many there are, and how many of them are listed. */
  count: number;
  listed: number;
  /** Gets the focus when the button that had it is gone. */
  headingRef: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

/** One kind of problem. */
export function ProblemList({
  title,
  description,
  none,
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
        <p className="text-sm text-muted">{none}</p>
      ) : (
        <>
          <p className="mb-2 max-w-2xl text-sm text-muted">{description}</p>
          {children}
          {listed < count && (
            <p className="mt-2 text-sm text-muted">
              {listed} of {count} are shown.
            </p>
          )}
        </>
      )}
    </section>
  );
}
