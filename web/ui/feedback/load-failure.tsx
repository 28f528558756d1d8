import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from './notice.tsx';

interface LoadFailureProps {
  title?: string;
  /** What the button that tries again says. */
  retryLabel?: string;
  /** Whether it is being tried again. */
  isBusy?: boolean;
  onRetry: () => void;
  className?: string;
  children: ReactNode;
}

/** Stands in place of what could not be loaded, and loads it again. */
export function LoadFailure({
  title,
  retryLabel = 'Retry',
  isBusy,
  onRetry,
  className,
  children,
}: LoadFailureProps) {
  return (
    <Notice
      tone="danger"
      role="alert"
      title={title}
      className={className}
      action={
        <Button variant="secondary" busy={isBusy} onClick={onRetry}>
          {retryLabel}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
