import type { ReactNode } from 'react';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from './notice.tsx';

interface LoadFailureProps {
  title?: string;
  retryLabel?: string;
  /** A retry is running. */
  isBusy?: boolean;
  onRetry: () => void;
  className?: string;
  children: ReactNode;
}

/** Replaces content that failed to load, with a retry button. */
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
