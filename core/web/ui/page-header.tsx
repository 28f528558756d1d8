import type { ReactNode } from 'react';
import type { Elements } from './elements.ts';

export interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  /** Next to the title on wide screens, below it on narrow ones. */
  actions?: Elements;
}

/** The `h1` of the page and its description. */
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
