import type { ReactNode } from 'react';

interface PanelProps {
  /** A heading over the content, with a rule below it. */
  title?: ReactNode;
  /** Beside the heading. */
  actions?: ReactNode;
  as?: 'section' | 'article' | 'div' | 'li';
  /** Without inner padding, for a table that reaches the borders. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A bordered sheet of content. */
export function Panel({
  title,
  actions,
  as: Element = 'section',
  flush = false,
  className = '',
  children,
}: PanelProps) {
  return (
    <Element className={`rounded-box border border-line bg-surface ${className}`}>
      {title && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-5">
          <h2 className="text-base">{title}</h2>
          {actions}
        </div>
      )}
      {flush ? children : <div className="p-4 sm:p-5">{children}</div>}
    </Element>
  );
}
