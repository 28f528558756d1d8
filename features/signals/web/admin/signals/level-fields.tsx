import { type ReactNode, use, useId, useRef } from 'react';
import { formatShortDate } from '#core/contract/dates.ts';
import { Figure } from '#core/web/ui/figure.tsx';
import { FormErrors } from '#core/web/ui/forms/field.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { TextField, type TextFieldProps } from '#core/web/ui/forms/text-field.tsx';
import type { Levels } from '#features/signals/contract/levels/levels.ts';
import { formatRupees, type Price } from '#features/signals/contract/levels/price.ts';
import { validateLevelChange, validateLevels } from '#features/signals/contract/levels/validate-levels.ts';
import {
  type DraftContent,
  type ListedAdminSignal,
  MAX_TARGETS,
} from '#features/signals/contract/publishing/signal-body.ts';
import {
  describePayout,
  describeUncertainty,
  type SignalChecks,
} from '#features/signals/contract/publishing/signal-warnings.ts';
import { describeLockedIn } from '#features/signals/web/describe-locked-in.ts';
import { PriceLevels } from '#features/signals/web/price-levels/price-levels.tsx';
import { describeRatio } from '#features/signals/web/public/price-levels/describe-levels.ts';
import { toLevels } from './signal-form.ts';

export interface FieldsProps {
  draft: DraftContent;
  /** Returns the short warning at a field. */
  warn: (field: string) => ReactNode;
  /** The signal is published: only the stop loss of its levels can change. */
  isPublished: boolean;
  onChange: (changes: Partial<DraftContent>) => void;
}

type SingleValue = Exclude<keyof DraftContent, 'targets' | 'disclosures' | 'replaces_id'>;

/** Returns a function that returns the attributes of the control of a form value. */
export const bindFields =
  ({ draft, warn, onChange }: Omit<FieldsProps, 'isPublished'>) =>
  (name: SingleValue) => ({
    name,
    value: draft[name] ?? '',
    hint: warn(name),
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ [name]: target.value } as Partial<DraftContent>),
  });

/** A field for a price in rupees. */
export const PriceField = (field: TextFieldProps) => (
  <TextField
    type="number"
    inputMode="decimal"
    step="0.01"
    min="0.01"
    required
    autoComplete="off"
    className="figures text-end"
    // Scrolling over a focused number field would change the price unnoticed.
    onWheel={(event) => event.currentTarget.blur()}
    {...field}
  />
);

/** The look of price fields next to each other. */
export const NARROW = { placeholder: '0.00', className: 'figures text-end max-sm:px-2' };

/** The targets. Their errors are in lines below them, because the fields are narrow. */
export function TargetFields({ draft: { targets }, warn, isPublished, onChange }: FieldsProps) {
  const id = useId();
  const errors = use(FormErrors);
  const list = errors.target_points?.[0];
  const getErrorId = (index: number) =>
    errors[`target_points.${index}`] ? `${id}-${index}` : list ? `${id}-list` : undefined;
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Targets</legend>
      <div className="grid grid-cols-3 items-start gap-x-2 gap-y-3 sm:gap-x-4">
        {targets.map((price, index) => (
          <PriceField
            // biome-ignore lint/suspicious/noArrayIndexKey: a target is identified by its position
            key={index}
            {...NARROW}
            label={`TP${index + 1}`}
            value={price}
            hint={warn(`target_points.${index}`)}
            errorId={getErrorId(index)}
            readOnly={isPublished}
            onChange={({ target }) => onChange({ targets: targets.with(index, target.value) })}
          />
        ))}
      </div>
      {targets.map((_, index) => {
        const error = errors[`target_points.${index}`]?.[0];
        const name = `TP${index + 1}`;
        return (
          error && (
            <p key={name} id={`${id}-${index}`} className="text-sm text-danger">
              {error.startsWith(name) ? error : `${name}: ${error}`}
            </p>
          )
        );
      })}
      {list && (
        <p id={`${id}-list`} className="text-sm text-danger">
          {list}
        </p>
      )}
    </fieldset>
  );
}

const COUNTS = Array.from({ length: MAX_TARGETS }, (_, index) => ({
  value: String(index + 1),
  label: String(index + 1),
}));

/** Changes the number of targets. A target that is removed comes back with its price. */
export function TargetCount({ draft: { targets }, onChange }: Pick<FieldsProps, 'draft' | 'onChange'>) {
  const removed = useRef<readonly string[]>([]);
  const setCount = (count: number) => {
    const all = [...targets, ...removed.current.slice(targets.length)];
    removed.current = all;
    onChange({ targets: Array.from({ length: count }, (_, index) => all[index] ?? '') });
  };
  return (
    <SelectField
      label="Number of Targets"
      value={String(targets.length)}
      options={COUNTS}
      onChange={(event) => setCount(Number(event.target.value))}
    />
  );
}

interface PriceFactsProps {
  checks: SignalChecks | undefined;
  isLoading: boolean;
  error: Error | null;
}

/** Shows the last close and the price limits, by which a reviewer judges the levels, or why they are not shown. */
export function PriceFacts({ checks, isLoading, error }: PriceFactsProps) {
  if (checks) return <PriceLimitsNote checks={checks} />;
  return (
    <p className="text-sm text-muted">
      {isLoading
        ? 'Loading the last close and the price limits…'
        : error &&
          'The last close and the price limits could not be loaded. Publishing checks the levels again.'}
    </p>
  );
}

/** States the last close of the symbol and the price limits of the trading day of the signal. */
export function PriceLimitsNote({ checks }: { checks: SignalChecks }) {
  const { symbol, price_limits: limits, trading_date } = checks;
  if (limits === null)
    return (
      <p className="-mb-1 text-sm text-muted">{`No prices of ${symbol} are imported, so the price limits are not checked.`}</p>
    );
  const payouts = limits.payouts.filter((payout) => payout.is_applied).map(describePayout);
  const uncertainty = describeUncertainty(limits);
  return (
    <dl className="-mb-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-sm [&_dt]:text-muted">
      <dt>Last close</dt>
      <dd>
        <Figure className="font-medium">{formatRupees(limits.close)}</Figure>,{' '}
        <span>{formatShortDate(limits.close_date)}</span>
      </dd>
      {payouts.length > 0 && (
        <>
          <dt>Ex-price</dt>
          <dd>
            <Figure className="font-medium">{formatRupees(limits.reference_price)}</Figure>, after{' '}
            <span>{payouts.join(' and ')}</span>
          </dd>
        </>
      )}
      <dt>Price limits</dt>
      <dd>
        <Figure className="font-medium">
          {`${formatRupees(limits.lower)} to ${formatRupees(limits.upper)}`}
        </Figure>
        , <span>{formatShortDate(trading_date)}</span>
        {uncertainty && <span className="block text-warning">{uncertainty}</span>}
      </dd>
    </dl>
  );
}

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
    <div className={`rounded-box border border-line bg-page p-4 ${levels ? '' : 'max-sm:hidden'}`}>
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
