import type { ReactNode } from 'react';

interface AuthCardProps {
  title: string;
  description?: ReactNode;
  /** A link to another page below the card. */
  footer?: ReactNode;
  children: ReactNode;
}

/** The card of the sign-in, sign-up and password pages. */
export function AuthCard({ title, description, footer, children }: AuthCardProps) {
  return (
    <div className="mx-auto max-w-md">
      <h1 className="text-2xl">{title}</h1>
      {description && <p className="mt-1 text-muted">{description}</p>}
      <div className="mt-6 rounded-box border border-line bg-surface p-5 sm:p-6">{children}</div>
      {footer && <p className="mt-4 text-center text-sm text-muted">{footer}</p>}
    </div>
  );
}
