import { Spinner } from './spinner.tsx';

/** Stands in place of what is being loaded. */
export function Loading({ className = '', children }: { className?: string; children: string }) {
  return (
    <p role="status" className={`flex items-center justify-center gap-2 py-16 text-muted ${className}`}>
      <Spinner />
      {children}
    </p>
  );
}
