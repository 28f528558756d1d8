import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { getCompanyPath } from '#core/contract/paths.ts';

interface SymbolLinkProps {
  symbol: string;
  /** Is `false` if the company has no page. */
  hasPage?: boolean;
  /** The content, if it is more than the symbol. */
  children?: ReactNode;
  className?: string;
}

/** A symbol that links to its company page. */
export function SymbolLink({ symbol, hasPage = true, children = symbol, className = '' }: SymbolLinkProps) {
  if (!hasPage)
    return (
      <span className={`font-semibold ${className}`} translate="no">
        {children}
      </span>
    );
  return (
    <Link to={getCompanyPath(symbol)} className={`symbol-link ${className}`} translate="no">
      {children}
    </Link>
  );
}
