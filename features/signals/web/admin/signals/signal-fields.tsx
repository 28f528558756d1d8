import { useQuery } from '@tanstack/react-query';
import { type ReactNode, use, useDeferredValue, useId } from 'react';
import { api } from '#core/web/api/api.ts';
import { Button } from '#core/web/ui/button.tsx';
import { FormErrors } from '#core/web/ui/forms/field.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { type Company, lookUpSymbol, searchCompanies } from '#features/market/contract/companies.ts';
import { type DraftContent, MAX_LEVERAGE } from '#features/signals/contract/publishing/signal-body.ts';
import type { SignalChecks, SignalWarning } from '#features/signals/contract/publishing/signal-warnings.ts';
import {
  ORDER_LABELS,
  RISK_LABELS,
  STATUS_LABELS,
  TYPE_LABELS,
  toOptions,
} from '#features/signals/web/public/signal-labels.ts';
import { DisclosureFields } from './disclosure-fields.tsx';
import { NARROW, PriceField, PriceLimitsNote, TargetFields } from './level-fields.tsx';

interface SignalFieldsProps {
  draft: DraftContent;
  /** `undefined` until they are loaded. */
  checks: SignalChecks | undefined;
  warnings: readonly SignalWarning[];
  /** The signal is published: only the stop loss of its levels can change. */
  isPublished: boolean;
  onChange: (changes: Partial<DraftContent>) => void;
}

/**
 * The fields of a signal: the required ones, then the optional ones. Their names are those of the API, by which they show their
 * errors. Warnings are stated at the fields that cause them.
 */
export function SignalFields({ draft, checks, warnings, isPublished, onChange }: SignalFieldsProps) {
  const warn = (field: string) => {
    const warning = warnings.find((each) => each.field === field);
    return warning && <span className="text-warning">{SHORT_WARNINGS[warning.code]}</span>;
  };
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4 sm:gap-x-4">
        <div className="max-sm:col-span-2">
          <CompanyField
            value={draft.symbol}
            readOnly={isPublished}
            onChange={(symbol) => onChange({ symbol: symbol.toUpperCase() })}
          />
        </div>
        <div className="max-sm:col-span-2">
          <Select
            label="Type"
            name="signal_type"
            value={draft.signal_type}
            hint={warn('signal_type')}
            disabled={isPublished}
            options={toOptions(TYPE_LABELS)}
            // Horizons depend on the type.
            onSelect={(signal_type) => onChange({ signal_type, horizon_days: '' })}
          />
        </div>
        <Select
          label="Order Type"
          name="order_type"
          value={draft.order_type}
          disabled={isPublished}
          options={toOptions(ORDER_LABELS)}
          onSelect={(order_type) => onChange({ order_type })}
        />
        <Select
          label="Status"
          name="call_status"
          value={draft.call_status}
          options={toOptions(STATUS_LABELS)}
          onSelect={(call_status) => onChange({ call_status })}
        />
        {isPublished && (
          <p className="col-span-2 text-sm text-muted">
            The stock, the type, the order type, the entry price and the targets of a published signal are
            fixed: they decide its result and who sees it. To correct one, void and republish the signal. The
            stop loss can move toward profit while the signal is active.
          </p>
        )}
        {checks && (
          <div className="col-span-2">
            <PriceLimitsNote checks={checks} />
          </div>
        )}
        <PriceField
          {...NARROW}
          label="Entry Price"
          name="entry_price"
          value={draft.entry_price}
          hint={warn('entry_price')}
          readOnly={isPublished}
          onPrice={(entry_price) => onChange({ entry_price })}
        />
        <PriceField
          {...NARROW}
          label="Stop Loss"
          name="stop_loss"
          value={draft.stop_loss}
          hint={warn('stop_loss')}
          onPrice={(stop_loss) => onChange({ stop_loss })}
        />
      </div>
      <TargetFields draft={draft} warn={warn} isPublished={isPublished} onChange={onChange} />
      <DisclosureFields draft={draft} warn={warn} isPublished={isPublished} onChange={onChange} />
      <OptionalFields draft={draft} onChange={onChange} />
    </>
  );
}

/** The list of warnings has the details. */
const SHORT_WARNINGS: Record<SignalWarning['code'], string> = {
  unknown_symbol: 'Not in the company directory',
  not_traded: 'Not traded',
  price_limit: 'Beyond the price limits',
  reward_to_risk: 'Low reward to risk',
  session_ended: 'No session left today',
  rationale_missing: 'No rationale',
  disclosure_missing: 'Not stated',
  analyst_missing: 'No analyst',
  analyst_unlisted: 'Not an active analyst of the list',
  registration_invalid: 'No valid registration',
};

const OPTIONAL = ['title', 'sector', 'risk_type', 'shariah_type', 'leverage'];

function OptionalFields({ draft, onChange }: Pick<SignalFieldsProps, 'draft' | 'onChange'>) {
  const errors = use(FormErrors);
  const hasError = OPTIONAL.some((name) => errors[name]);
  return (
    <details className="rounded-box border border-line" {...(hasError ? { open: true } : {})}>
      <summary className="min-h-10 px-4 py-2 text-sm font-medium">
        More details <span className="font-normal text-muted">(optional)</span>
      </summary>
      <div className="grid items-start gap-4 border-t border-line p-4 sm:grid-cols-2">
        <TextField
          label="Title"
          name="title"
          maxLength={120}
          value={draft.title}
          hint="Defaults to the company name."
          onChange={(event) => onChange({ title: event.target.value })}
        />
        <TextField
          label="Sector"
          name="sector"
          maxLength={80}
          value={draft.sector}
          hint="Defaults to the sector in the company directory."
          onChange={(event) => onChange({ sector: event.target.value })}
        />
        <Select
          label="Risk Type"
          name="risk_type"
          value={draft.risk_type}
          options={toOptions(RISK_LABELS)}
          onSelect={(risk_type) => onChange({ risk_type })}
        />
        <Select
          label="Shariah Type"
          name="shariah_type"
          value={draft.shariah_type}
          options={['Unknown', 'Compliant', 'Non-Compliant'].map((value) => ({
            value: value as DraftContent['shariah_type'],
            label: value,
          }))}
          onSelect={(shariah_type) => onChange({ shariah_type })}
        />
        <TextField
          label="Leverage"
          name="leverage"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_LEVERAGE}
          step={1}
          value={draft.leverage}
          onChange={(event) => onChange({ leverage: event.target.value })}
        />
      </div>
    </details>
  );
}

interface SelectProps<T extends string> {
  label: string;
  name: string;
  value: T;
  hint?: ReactNode;
  disabled?: boolean;
  options: readonly { value: T; label: string }[];
  onSelect: (value: T) => void;
}

const Select = <T extends string>({ onSelect, ...field }: SelectProps<T>) => (
  <SelectField {...field} onChange={(event) => onSelect(event.target.value as T)} />
);

interface CompanyFieldProps {
  value: string;
  readOnly?: boolean;
  onChange: (symbol: string) => void;
}

/** The stock symbol, with suggestions from the company directory. One that is not in the directory is a warning. */
function CompanyField({ value, readOnly, onChange }: CompanyFieldProps) {
  const listId = useId();
  const search = useDeferredValue(value.trim());
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['companies', search],
    queryFn: () => api(searchCompanies, { query: { search } }),
    enabled: search !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (previous) => previous,
  });
  const matches = data?.results ?? [];
  const company = matches.find(({ symbol }) => symbol === value.trim());
  const isLoaded = data !== undefined && !isPlaceholderData && search === value.trim();
  const isUnlisted = isLoaded && search !== '' && !company;
  const { data: lookup } = useQuery({
    queryKey: ['similar-symbols', search],
    queryFn: () => api(lookUpSymbol, { query: { symbol: search } }),
    enabled: isUnlisted,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <TextField
        label="Stock Name"
        name="symbol"
        value={value}
        required
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        list={listId}
        placeholder="LUCK"
        readOnly={readOnly}
        hint={
          company
            ? [company.name, company.sector].filter(Boolean).join(' · ')
            : isUnlisted && <Unlisted similar={lookup?.similar ?? []} onChoose={onChange} />
        }
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={listId}>
        {matches.map(({ symbol, name }) => (
          <option key={symbol} value={symbol}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}

interface UnlistedProps {
  /** Companies with similar symbols. */
  similar: readonly Company[];
  onChoose: (symbol: string) => void;
}

function Unlisted({ similar, onChoose }: UnlistedProps) {
  return (
    <span>
      Not in the company directory.
      {similar.length > 0 && (
        <span className="mt-1 flex flex-wrap items-center gap-2">
          Did you mean
          {similar.map(({ symbol, name }) => (
            <Button
              key={symbol}
              variant="secondary"
              size="small"
              title={name}
              onClick={() => onChoose(symbol)}
            >
              {symbol}
            </Button>
          ))}
        </span>
      )}
    </span>
  );
}
