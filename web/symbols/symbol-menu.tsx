import { type MouseEvent, type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { getSymbolPaths } from '#contract/paths.ts';
import type { SignalType } from '#contract/signals/signal-types.ts';
import { closeOnEscape, useCloseOutside } from '#web/ui/popover.ts';

interface SymbolMenuProps {
  symbol: string;
  /** The type of signals to link to. */
  signalType?: SignalType;
  /** The content of the button, if it is more than the symbol. */
  children?: ReactNode;
  className?: string;
}

/** A symbol that opens links to its signals, news and dates, also without scripts. */
export function SymbolMenu({ symbol, signalType, children = symbol, className = '' }: SymbolMenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useCloseOutside(details);
  const closeOnLink = ({ target, currentTarget }: MouseEvent<HTMLDetailsElement>) => {
    if (target instanceof HTMLAnchorElement) currentTarget.open = false;
  };
  return (
    <details
      ref={details}
      name="symbol"
      onKeyDown={closeOnEscape}
      onClick={closeOnLink}
      className={`symbol-menu ${className}`}
    >
      <summary>{children}</summary>
      <div className="symbol-links">
        {Object.entries(getSymbolPaths(symbol, signalType)).map(([name, path]) => (
          <Link key={name} to={path} aria-label={`${name} of ${symbol}`} className="menu-row">
            {name}
          </Link>
        ))}
      </div>
    </details>
  );
}
