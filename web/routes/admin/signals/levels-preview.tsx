import type { DraftContent } from '#contract/signals/draft-content.ts';
import type { Levels } from '#contract/signals/levels.ts';
import type { Price } from '#contract/signals/price.ts';
import type { ListedAdminSignal } from '#contract/signals/signal-body.ts';
import { validateLevelChange, validateLevels } from '#contract/signals/validate-levels.ts';
import { describeLockedIn } from '#web/signals/describe-locked-in.ts';
import { describeRatio } from '#web/signals/price-levels/describe-levels.ts';
import { PriceLevels } from '#web/signals/price-levels/price-levels.tsx';
import { toLevels } from './signal-form.ts';

interface LevelsPreviewProps {
  draft: DraftContent;
  /** The signal that is edited; its ratio stays that of the publication. */
  signal: ListedAdminSignal | null;
  lastClose: Price | undefined;
}

/** Draws the prices as traders will see them while they are typed, or shows the first validation error. */
export function LevelsPreview({ draft, signal, lastClose }: LevelsPreviewProps) {
  const levels = toLevels(draft);
  const error = levels ? Object.values(validate(levels, draft, signal))[0]?.[0] : null;
  const lockedIn = levels && signal && !error ? describeLockedIn(levels, signal.level_changes) : null;
  return (
    <div className="rounded-box border border-line bg-page p-4">
      <p className="mb-3 flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="text-muted">As traders will see it</span>
        {levels && !error && (
          <span className="figures whitespace-normal wrap-anywhere">
            Reward to risk <span>{signal && 'at publication '}</span>
            <span>{describeRatio(signal?.published_levels ?? levels)}</span>
          </span>
        )}
      </p>
      {levels ? (
        <PriceLevels
          levels={signal?.published_levels ?? levels}
          currentStop={levels.stop_loss}
          lastClose={lastClose}
        />
      ) : (
        <p className="text-sm text-muted">
          Enter the entry price, the stop loss and a target to see a preview.
        </p>
      )}
      {lockedIn && <p className="mt-2 text-sm">{`${lockedIn}, for those who entered`}</p>}
      {error && <p className="mt-2 text-sm text-danger">{error}</p>}
    </div>
  );
}

const validate = (levels: Levels, { symbol, call_status }: DraftContent, signal: ListedAdminSignal | null) =>
  signal ? validateLevelChange({ ...levels, symbol, call_status }, signal) : validateLevels(levels);
