import type { ReactNode } from 'react';
import type { FieldErrors } from '#contract/field-errors.ts';
import type { DraftContent } from '#contract/signals/draft-content.ts';
import { MAX_LEVERAGE } from '#contract/signals/signal-body.ts';
import type { SignalChecks, SignalWarning } from '#contract/signals/signal-warnings.ts';
import {
  ORDER_LABELS,
  RISK_LABELS,
  STATUS_LABELS,
  TYPE_LABELS,
  toOptions,
} from '#web/signals/signal-labels.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { TextField, type TextFieldProps } from '#web/ui/forms/text-field.tsx';
import { CompanyField } from './company-field.tsx';
import { PriceLimitsNote } from './price-limits-note.tsx';

interface SignalFieldsProps {
  draft: DraftContent;
  errors: FieldErrors;
  /** `undefined` until they are loaded. */
  checks: SignalChecks | undefined;
  warnings: readonly SignalWarning[];
  /** The signal is published: only the stop loss of its levels can change. */
  isPublished: boolean;
  onChange: (changes: Partial<DraftContent>) => void;
}

/** The fields of a signal: the required ones, then the optional ones. Warnings are stated at the fields that cause them. */
export function SignalFields({ draft, errors, checks, warnings, isPublished, onChange }: SignalFieldsProps) {
  const warn = (field: string) => {
    const warning = warnings.find((each) => each.field === field);
    return warning && <span className="text-warning">{SHORT_WARNINGS[warning.code]}</span>;
  };
  const changeTarget = (index: number) => (price: string) =>
    onChange({ targets: draft.targets.map((old, at) => (at === index ? price : old)) });
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4 sm:gap-x-4">
        <div className="max-sm:col-span-2">
          <CompanyField
            value={draft.symbol}
            error={errors.symbol?.[0]}
            readOnly={isPublished}
            onChange={(symbol) => onChange({ symbol: symbol.toUpperCase() })}
          />
        </div>
        <div className="max-sm:col-span-2">
          <Select
            label="Type"
            value={draft.signal_type}
            error={errors.signal_type?.[0]}
            hint={warn('signal_type')}
            disabled={isPublished}
            options={toOptions(TYPE_LABELS)}
            onSelect={(signal_type) => onChange({ signal_type })}
          />
        </div>
        <Select
          label="Order Type"
          value={draft.order_type}
          disabled={isPublished}
          options={toOptions(ORDER_LABELS)}
          onSelect={(order_type) => onChange({ order_type })}
        />
        <Select
          label="Status"
          value={draft.call_status}
          options={toOptions(STATUS_LABELS)}
          onSelect={(call_status) => onChange({ call_status })}
        />
        {isPublished && (
          <p className="col-span-2 text-sm text-muted">
            The stock, the type, the order type, the entry price and the targets of a published signal are
            fixed: they decide its result and who sees it. To correct one, publish a new signal. The stop loss
            can move toward profit while the signal is active.
          </p>
        )}
        {checks && (
          <div className="col-span-2">
            <PriceLimitsNote checks={checks} />
          </div>
        )}
        <PriceField
          label="Entry Price"
          value={draft.entry_price}
          hint={warn('entry_price')}
          error={errors.entry_price?.[0]}
          readOnly={isPublished}
          onPrice={(entry_price) => onChange({ entry_price })}
        />
        <PriceField
          label="Stop Loss"
          value={draft.stop_loss}
          hint={warn('stop_loss')}
          error={errors.stop_loss?.[0]}
          onPrice={(stop_loss) => onChange({ stop_loss })}
        />
      </div>
      <div className="grid grid-cols-3 items-start gap-2 sm:gap-4">
        {draft.targets.map((price, index) => (
          <PriceField
            // biome-ignore lint/suspicious/noArrayIndexKey: a target is identified by its position
            key={index}
            label={`TP${index + 1}`}
            value={price}
            error={errors[`target_points.${index}`]?.[0]}
            hint={warn(`target_points.${index}`)}
            readOnly={isPublished}
            onPrice={changeTarget(index)}
          />
        ))}
      </div>
      {errors.target_points && (
        <p role="alert" className="-mt-2 text-sm text-danger">
          {errors.target_points[0]}
        </p>
      )}
      <OptionalFields draft={draft} errors={errors} onChange={onChange} />
    </>
  );
}

/** The list of warnings has the details. */
const SHORT_WARNINGS: Record<SignalWarning['code'], string> = {
  unknown_symbol: 'Not in the company directory',
  price_limit: 'Beyond the price limits',
  reward_to_risk: 'Low reward to risk',
  session_ended: 'No session left today',
};

type OptionalFieldsProps = Pick<SignalFieldsProps, 'draft' | 'errors' | 'onChange'>;

function OptionalFields({ draft, errors, onChange }: OptionalFieldsProps) {
  const hasError = ['title', 'sector', 'leverage', 'analyst_name', 'analyst_registration'].some(
    (name) => errors[name],
  );
  return (
    <details className="rounded-box border border-line" {...(hasError ? { open: true } : {})}>
      <summary className="min-h-10 px-4 py-2 text-sm font-medium">
        More details <span className="font-normal text-muted">(optional)</span>
      </summary>
      <div className="grid items-start gap-4 border-t border-line p-4 sm:grid-cols-2">
        <TextField
          label="Title"
          maxLength={120}
          value={draft.title}
          hint="Defaults to the company name."
          error={errors.title?.[0]}
          onChange={(event) => onChange({ title: event.target.value })}
        />
        <TextField
          label="Sector"
          maxLength={80}
          value={draft.sector}
          hint="Defaults to the sector in the company directory."
          error={errors.sector?.[0]}
          onChange={(event) => onChange({ sector: event.target.value })}
        />
        <Select
          label="Risk Type"
          value={draft.risk_type}
          options={toOptions(RISK_LABELS)}
          onSelect={(risk_type) => onChange({ risk_type })}
        />
        <Select
          label="Shariah Type"
          value={draft.shariah_type}
          options={['Unknown', 'Compliant', 'Non-Compliant'].map((value) => ({
            value: value as DraftContent['shariah_type'],
            label: value,
          }))}
          onSelect={(shariah_type) => onChange({ shariah_type })}
        />
        <TextField
          label="Leverage"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_LEVERAGE}
          step={1}
          value={draft.leverage}
          error={errors.leverage?.[0]}
          onChange={(event) => onChange({ leverage: event.target.value })}
        />
        <div className="max-sm:hidden" />
        <TextField
          label="Analyst"
          maxLength={120}
          value={draft.analyst_name}
          error={errors.analyst_name?.[0]}
          onChange={(event) => onChange({ analyst_name: event.target.value })}
        />
        <TextField
          label="Analyst's Registration"
          maxLength={60}
          value={draft.analyst_registration}
          error={errors.analyst_registration?.[0]}
          onChange={(event) => onChange({ analyst_registration: event.target.value })}
        />
      </div>
    </details>
  );
}

function PriceField({ onPrice, ...field }: TextFieldProps & { onPrice: (price: string) => void }) {
  return (
    <TextField
      {...field}
      type="number"
      inputMode="decimal"
      step="0.01"
      min="0.01"
      required
      placeholder="0.00"
      className="figures text-right max-sm:px-2"
      // Scrolling over a focused number field would change the price unnoticed.
      onWheel={(event) => event.currentTarget.blur()}
      onChange={(event) => onPrice(event.target.value)}
    />
  );
}

interface SelectProps<T extends string> {
  label: string;
  value: T;
  error?: string | undefined;
  hint?: ReactNode;
  disabled?: boolean;
  options: readonly { value: T; label: string }[];
  onSelect: (value: T) => void;
}

function Select<T extends string>({ error, onSelect, ...field }: SelectProps<T>) {
  return (
    <SelectField
      {...field}
      {...(error && { error })}
      onChange={(event) => onSelect(event.target.value as T)}
    />
  );
}
