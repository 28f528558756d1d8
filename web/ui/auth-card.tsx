import type { ReactNode } from 'react';

/** The sheet of a page that helps somebody into their account. */
export function AuthCard({
  title,
  description,
  otherwise,
  children,
}: {
  title: string;
  description?: string;
  /** The way to another page, below the sheet. */
  otherwise?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto max-w-md">
      <h1 className="text-2xl">{title}</h1>
      {description && <p className="mt-1 text-muted">{description}</p>}
      <div className="mt-6 rounded-box border border-line bg-surface p-5 sm:p-6">{children}</div>
      {otherwise && <p className="mt-4 text-center text-sm text-muted">{otherwise}</p>}
    </div>
  );
}
