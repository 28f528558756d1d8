import type { ReactNode } from 'react';

/** A figure, such as a price or a percentage, in a sentence or a cell. Browsers do not translate it. */
export const Figure = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <span className={`figures ${className}`} translate="no">
    {children}
  </span>
);
