import { useState } from 'react';
import { readPersonalValue } from '#core/web/session/personal-values.ts';
import { Button } from '#core/web/ui/button.tsx';
import { PlusIcon } from '#core/web/ui/icons.tsx';
import { LazyContent } from '#core/web/ui/lazy/lazy-content.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { enteredSignals } from '#features/accounts/web/public/watchlist/entered-account.ts';
import { getEntryPrice } from '#features/signals/contract/entry-verdict.ts';
import type { Price } from '#features/signals/contract/levels/price.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { calculatePosition } from './psx/position-size/calculate-position.ts';
import { parseSettings, parseStoredSettings } from './psx/position-size/parse-settings.ts';

/** The form of a trade, which only customers load. */
const TradeDialog = lazyWithPreload(
  async () => (await import('#features/positions/web/public/trade-form.tsx')).TradeDialog,
);

interface Plan {
  price: Price | null;
  /** `null` if the customer has not used the calculator. */
  shares: number | null;
}

interface AddToPositionsProps {
  signal: Signal;
  /** By default what the settings of the calculator say when the form is opened. */
  plan?: Plan;
  /** A row of a table has room for an icon only. */
  isIcon?: boolean;
}

/** A button that opens the form of a purchase which follows a signal. Saving it also marks the signal as entered. Only for customers. */
export function AddToPositions({ signal, plan: given, isIcon = false }: AddToPositionsProps) {
  const { id, symbol } = signal;
  const [plan, setPlan] = useState<Plan | null>(null);
  const open = () => setPlan(given ?? planPosition(signal));
  return (
    <>
      {isIcon ? (
        <button
          type="button"
          title="Add to my positions"
          onClick={open}
          className="relative z-1 size-5 text-muted hover:text-ink"
        >
          <PlusIcon className="inline size-4" />
          <span className="sr-only">{`Add ${symbol} to my positions`}</span>
        </button>
      ) : (
        <Button variant="secondary" size="small" onClick={open}>
          Add to my positions
        </Button>
      )}
      {plan && (
        <LazyContent
          code={TradeDialog}
          props={{
            draft: {
              symbol,
              price: plan.price ?? undefined,
              shares: plan.shares ?? undefined,
              signal_id: id,
              planned_shares: plan.shares,
            },
            onSaved: () => void enteredSignals.set(id, true),
            onClose: () => setPlan(null),
          }}
        />
      )}
    </>
  );
}

/** Returns the price of the entry verdict and the shares that the calculator suggests at it; by the published levels if it is not open. */
function planPosition(signal: Signal): Plan {
  const open = getEntryPrice(signal);
  const levels = open === null ? { ...signal, ...signal.published_levels } : { ...signal, entry_price: open };
  const { settings } = parseSettings(parseStoredSettings(readPersonalValue('positionSize')));
  const position = settings && calculatePosition(levels, signal.leverage, settings);
  const shares = position && position.shares > 0n ? Number(position.shares) : null;
  return { price: levels.entry_price, shares };
}
