import { useState } from 'react';
import { RowAction } from '#core/web/admin/row-action.tsx';
import { LazyContent } from '#core/web/ui/lazy/lazy-content.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import type { TradeDraft } from './trade-form.tsx';

const TradeDialog = lazyWithPreload(async () => (await import('./trade-form.tsx')).TradeDialog);

interface TradeButtonProps {
  draft: TradeDraft;
  label: string;
  /** What the button is about, for screen readers. */
  row?: string;
  variant?: 'primary';
}

/** A button that opens the form of a trade, whose code is loaded then. */
export function TradeButton({ draft, label, row = '', variant }: TradeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const size = variant === 'primary' ? 'medium' : 'small';
  return (
    <>
      <RowAction row={row} variant={variant ?? 'secondary'} size={size} onClick={() => setOpen(true)}>
        {label}
      </RowAction>
      {isOpen && <LazyContent code={TradeDialog} props={{ draft, onClose: () => setOpen(false) }} />}
    </>
  );
}
