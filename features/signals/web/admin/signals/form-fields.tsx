import { useQuery } from '@tanstack/react-query';
import { use, useDeferredValue, useId } from 'react';
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
import {
  bindFields,
  type FieldsProps,
  NARROW,
  PriceField,
  PriceLimitsNote,
  TargetFields,
} from './level-fields.tsx';

interface SignalFieldsProps extends Omit<FieldsProps, 'warn'> {
  /** `undefined` until they are loaded. */
  checks: SignalChecks | undefined;
  warnings: readonly SignalWarning[];
}

/**
 * The fields of a signal: the required ones, then the optional ones. Their names are those of the API, by which they show their
 * errors. Warnings are stated at the fields that cause them.
 */
export function SignalFields({ checks, warnings, ...form }: SignalFieldsProps) {
  const { draft, isPublished, onChange } = form;
  const warn = (field: string) => {
    const warning = warnings.find((each) => each.field === field);
    return warning && <span className="text-warning">{SHORT_WARNINGS[warning.code]}</span>;
  };
  const bind = bindFields({ ...form, warn });
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
          <SelectField
            {...bind('signal_type')}
            label="Type"
            disabled={isPublished}
            options={toOptions(TYPE_LABELS)}
            // Horizons depend on the type.
            onChange={({ target }) =>
              onChange({ signal_type: target.value as DraftContent['signal_type'], horizon_days: '' })
            }
          />
        </div>
        <SelectField
          {...bind('order_type')}
          label="Order Type"
          disabled={isPublished}
          options={toOptions(ORDER_LABELS)}
        />
        <SelectField {...bind('call_status')} label="Status" options={toOptions(STATUS_LABELS)} />
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
        <PriceField {...NARROW} {...bind('entry_price')} label="Entry Price" readOnly={isPublished} />
        <PriceField {...NARROW} {...bind('stop_loss')} label="Stop Loss" />
      </div>
      <TargetFields {...form} warn={warn} />
      <DisclosureFields {...form} warn={warn} />
      <MoreDetails bind={bind} />
    </>
  );
}

/** The list of warnings has the details. */
const SHORT_WARNINGS: Record<SignalWarning['code'], string> = {
  unknown_symbol: 'Not in the company directory',
  not_traded: 'Not traded',
  price_limit: 'Beyond the price limits',
  reward_to_risk: 'Low reward to risk',
  rationale_missing: 'No rationale',
  disclosure_missing: 'Not stated',
  analyst_missing: 'No analyst',
  analyst_unlisted: 'Not an active analyst of the list',
  registration_invalid: 'No valid registration',
};

const DETAILS = ['title', 'sector', 'risk_type', 'shariah_type', 'leverage'];

function MoreDetails({ bind }: { bind: ReturnType<typeof bindFields> }) {
  const errors = use(FormErrors);
  const hasError = DETAILS.some((name) => errors[name]);
  return (
    <details className="rounded-box border border-line" {...(hasError ? { open: true } : {})}>
      <summary className="min-h-10 px-4 py-2 text-sm font-medium">
        More details <span className="font-normal text-muted">(optional)</span>
      </summary>
      <div className="grid items-start gap-4 border-t border-line p-4 sm:grid-cols-2">
        <TextField {...bind('title')} label="Title" maxLength={120} hint="Defaults to the company name." />
        <TextField
          {...bind('sector')}
          label="Sector"
          maxLength={80}
          hint="Defaults to the sector in the company directory."
        />
        <SelectField {...bind('risk_type')} label="Risk Type" options={toOptions(RISK_LABELS)} />
        <SelectField
          {...bind('shariah_type')}
          label="Shariah Type"
          options={['Unknown', 'Compliant', 'Non-Compliant'].map((value) => ({ value, label: value }))}
        />
        <TextField
          {...bind('leverage')}
          label="Leverage"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_LEVERAGE}
          step={1}
        />
      </div>
    </details>
  );
}

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
