import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** Beside the title on wide screens, below it on narrow ones. */
  actions?: ReactNode;
}

/** The page's one `h1` and what the page is for. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="max-w-2xl">
        <h1 className="text-2xl">{title}</h1>
        {description && <div className="mt-1 text-muted">{description}</div>}
      </div>
      {actions}
    </header>
  );
}
