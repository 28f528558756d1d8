import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, use, useDeferredValue, useId, useState } from 'react';
import { api } from '#core/web/api/api.ts';
import { browserStorage } from '#core/web/session/browser-storage.ts';
import { useSession } from '#core/web/session/session.ts';
import { Button } from '#core/web/ui/button.tsx';
import { FormErrors } from '#core/web/ui/forms/field.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { type Company, lookUpSymbol, searchCompanies } from '#features/market/contract/companies.ts';
import { type DraftContent, MAX_LEVERAGE } from '#features/signals/contract/publishing/signal-body.ts';
import type { SignalChecks, SignalWarning } from '#features/signals/contract/publishing/signal-warnings.ts';
import { FIELD_NAMES, SHOWN_FIELDS } from '#features/signals/contract/signal-fields.ts';
import { useAnalysts } from '#features/signals/web/admin/analysts/use-analysts.ts';
import {
  ORDER_LABELS,
  RISK_LABELS,
  SHARIAH_LABELS,
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
  TargetCount,
  TargetFields,
} from './level-fields.tsx';
import { createEmptyDraft } from './signal-form.ts';

interface SignalFieldsProps extends Omit<FieldsProps, 'warn'> {
  /** `undefined` until they are loaded. */
  checks: SignalChecks | undefined;
  warnings: readonly SignalWarning[];
}

/**
 * The fields of a signal: those that the fastest publication needs, and the others under *More*. Their names are those of the API,
 * by which they show their errors. Warnings are stated at the fields that cause them.
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
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4 sm:grid-cols-4 sm:gap-x-4">
        <div className="col-span-2">
          <CompanyField
            value={draft.symbol}
            readOnly={isPublished}
            onChange={(symbol) => onChange({ symbol: symbol.toUpperCase() })}
          />
        </div>
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
        <SelectField {...bind('call_status')} label="Status" options={toOptions(STATUS_LABELS)} />
        {isPublished && (
          <p className="col-span-full text-sm text-muted">
            The stock, the type, the order type, the entry price and the targets of a published signal are
            fixed: they decide its result and who sees it. To correct one, void and republish the signal. The
            stop loss can move toward profit while the signal is active. What it discloses is fixed too: later
            words are notes with their own date.
          </p>
        )}
        {checks && (
          <div className="col-span-full">
            <PriceLimitsNote checks={checks} />
          </div>
        )}
        <div className="sm:col-span-2">
          <PriceField {...NARROW} {...bind('entry_price')} label="Entry Price" readOnly={isPublished} />
        </div>
        <div className="sm:col-span-2">
          <PriceField {...NARROW} {...bind('stop_loss')} label="Stop Loss" />
        </div>
      </div>
      <TargetFields {...form} warn={warn} />
      <More {...form} warn={warn} />
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

const SPECIFIED: readonly string[] = ['symbol', 'signal_type', 'entry_price', 'stop_loss'];
const FOLDED = SHOWN_FIELDS.filter((field) => !SPECIFIED.includes(field));

/** The fields beyond those of the specified form. The browser remembers for each administrator whether they are shown. */
function More(form: FieldsProps) {
  const { draft, isPublished, onChange } = form;
  const errors = use(FormErrors);
  const hasError = FOLDED.some((name) => errors[name]);
  const { data: analysts } = useAnalysts();
  const storageKey = `tezi:signal-form:${useSession()?.id}`;
  // What is required must not be overlooked, until the administrator knows where it is.
  const [isOpen, setOpen] = useState(() => browserStorage.get(storageKey));
  const isShown = hasError || (isOpen ?? String(analysts?.is_disclosure_required)) === 'true';
  const toggle = (event: MouseEvent) => {
    event.preventDefault();
    if (hasError) return;
    setOpen(String(!isShown));
    browserStorage.set(storageKey, String(!isShown));
  };
  const bind = bindFields(form);
  return (
    <details
      className="rounded-box border border-line"
      open={isShown}
      // It stays open once an error or a search in the page has opened it.
      onToggle={({ currentTarget }) => setOpen(String(currentTarget.open))}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary onClick={toggle} className="min-h-11 px-4 py-2.5 text-sm">
        <span className="font-medium">More</span> <span className="text-muted">{describeMore(draft)}</span>
      </summary>
      <div className="grid gap-4 border-t border-line p-4">
        <div className="grid grid-cols-2 items-end gap-4">
          <SelectField
            {...bind('order_type')}
            label="Order Type"
            disabled={isPublished}
            options={toOptions(ORDER_LABELS)}
          />
          {!isPublished && <TargetCount draft={draft} onChange={onChange} />}
        </div>
        <DisclosureFields {...form} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField {...bind('title')} label="Title" maxLength={120} hint="Defaults to the company name." />
          <TextField
            {...bind('sector')}
            label="Sector"
            maxLength={80}
            hint="Defaults to the sector in the company directory."
          />
          <SelectField {...bind('risk_type')} label="Risk Type" options={toOptions(RISK_LABELS)} />
          <SelectField {...bind('shariah_type')} label="Shariah Type" options={toOptions(SHARIAH_LABELS)} />
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
      </div>
    </details>
  );
}

/** Says what is folded: the order type, which decides on which side of the entry price the levels must be, and what is filled in. */
function describeMore(draft: DraftContent): string {
  const empty = createEmptyDraft(draft.signal_type);
  const filled = FOLDED.filter(
    (field) => field !== 'order_type' && JSON.stringify(draft[field]) !== JSON.stringify(empty[field]),
  );
  const others = filled.map((field) => FIELD_NAMES[field]).join(', ');
  return `${ORDER_LABELS[draft.order_type]} order · ${others || 'number of targets, disclosure, details'}`;
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
