import { Spinner } from './spinner.tsx';

/** Replaces content while it is loading. */
export function Loading({ className = '', children }: { className?: string; children: string }) {
  return (
    <p role="status" className={`flex items-center justify-center gap-2 py-16 text-muted ${className}`}>
      <Spinner />
      {children}
    </p>
  );
}
