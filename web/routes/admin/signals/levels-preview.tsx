import { validateLevels } from '#contract/signals/levels.ts';
import type { AdminSignal } from '#contract/signals/signal-body.ts';
import { describeRatio } from '#web/signals/price-levels/describe-levels.ts';
import { PriceLevels } from '#web/signals/price-levels/price-levels.tsx';
import { type SignalDraft, toLevels } from './signal-draft.ts';

/** Draws the prices as traders will see them while they are typed, or shows the first validation error. */
export function LevelsPreview({ draft, published }: { draft: SignalDraft; published: AdminSignal | null }) {
  const levels = toLevels(draft);
  const error = levels ? Object.values(validateLevels(levels, published ?? undefined))[0]?.[0] : null;
  return (
    <div className="rounded-box border border-line bg-page p-4">
      <p className="mb-3 flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="text-muted">As traders will see it</span>
        {levels && !error && (
          <span className="figures whitespace-normal wrap-anywhere">
            Reward to risk {describeRatio(levels)}
          </span>
        )}
      </p>
      {levels ? (
        <PriceLevels levels={levels} />
      ) : (
        <p className="text-sm text-muted">
          Enter the entry price, the stop loss and a target to see a preview.
        </p>
      )}
      {error && <p className="mt-2 text-sm text-danger">{error}</p>}
    </div>
  );
}
