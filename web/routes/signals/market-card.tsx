import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { ArrowRightIcon, LockIcon } from '#web/ui/icons.tsx';

interface MarketCardProps {
  name: string;
  /** Absent for a market that is not available yet. */
  to?: string;
  className?: string;
  children: ReactNode;
}

export function MarketCard({ name, to, className = '', children }: MarketCardProps) {
  return (
    <li
      className={`relative flex min-h-44 flex-col rounded-box border p-5 ${to ? 'border-line-strong bg-surface hover:border-ink' : 'cursor-not-allowed border-dashed border-line-strong'} ${className}`}
    >
      <h2 className={`text-lg ${to ? '' : 'text-muted'}`}>
        {to ? (
          <Link to={to} className="after:absolute after:inset-0 after:rounded-box">
            {name}
          </Link>
        ) : (
          name
        )}
      </h2>
      <div className="mt-2 text-muted">{children}</div>
      {to ? (
        <p
          aria-hidden="true"
          className="mt-auto flex items-center gap-1.5 pt-4 text-sm font-semibold text-accent"
        >
          Choose a signal type
          <ArrowRightIcon />
        </p>
      ) : (
        <div className="mt-auto pt-4">
          <Button variant="secondary" size="small" disabled>
            <LockIcon className="size-3.5" />
            Coming Soon
          </Button>
        </div>
      )}
    </li>
  );
}
