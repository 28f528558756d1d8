import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatShortDate } from '#core/contract/dates.ts';
import { RecordDialog } from '#core/web/admin/records.tsx';
import { TableSection } from '#core/web/admin/table-section.tsx';
import { api } from '#core/web/api/api.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { Badge, type BadgeVariant } from '#core/web/ui/badge.tsx';
import { Button } from '#core/web/ui/button.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { Figure, Figures } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { saveFile } from '#core/web/ui/save-file.ts';
import {
  type Certainty,
  DIVIDEND_CLASSES,
  type DividendClass,
  downloadTaxReport,
  type PositionSettings,
  readPositionSettings,
  readTaxReport,
  savePositionSettings,
  type TaxReport,
} from '#features/positions/contract/taxes.ts';
import {
  formatAmount,
  METHOD,
  showAmount,
  showDate,
  showGain,
  Totals,
  ungroup,
  useFirstRows,
  usePositionsKey,
  usePositionsQuery,
} from './figures.tsx';

/** The estimate of the taxes of a tax year, as a page, in print and as CSV, and what it depends on. */
export function Taxes() {
  const [year, setYear] = useState<string>();
  const query = usePositionsQuery(
    readTaxReport,
    { query: { tax_year: year } },
    { placeholderData: keepPreviousData },
  );
  const { data: settings } = usePositionsQuery(readPositionSettings, {});
  const [isOpen, setOpen] = useState(false);
  const download = useMutation({
    mutationFn: (tax_year: string) => api(downloadTaxReport, { query: { tax_year } }),
    onSuccess: (file, tax_year) => saveFile(`taxes-${tax_year}.csv`, file),
    onError: (error) => notify.error('The report was not downloaded', getErrorMessage(error)),
  });
  return (
    <>
      <QueryResult query={query} loading="Loading the estimate of your taxes...">
        {(report) => (
          <div>
            <div className="mb-5 flex flex-wrap items-end gap-3">
              <div className="w-44">
                <SelectField
                  label="Tax year"
                  value={report.tax_year}
                  options={[...new Set([report.tax_year, ...report.tax_years])].map(toOption)}
                  onChange={({ target }) => setYear(target.value)}
                />
              </div>
              <Button
                variant="secondary"
                busy={download.isPending}
                onClick={() => download.mutate(report.tax_year)}
              >
                Download CSV
              </Button>
              <Button variant="secondary" onClick={() => print()}>
                Print
              </Button>
              <Button variant="secondary" disabled={!settings} onClick={() => setOpen(true)}>
                Settings
              </Button>
            </div>
            <Report report={report} />
          </div>
        )}
      </QueryResult>
      {isOpen && settings && query.data && (
        <SettingsDialog settings={settings} taxYear={query.data.tax_year} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

const toOption = (value: string) => ({ value, label: value });

/** Formats one figure, or a range if the rule is not established. */
export const formatRange = (low: string | null, high: string | null): string => {
  if (low === null || high === null) return 'not known';
  return low === high ? formatAmount(low) : `${formatAmount(low)} to ${formatAmount(high)}`;
};

interface TaxProps {
  tax_low: string | null;
  tax_high: string | null;
  /** The customer or the clearing company gave it. */
  is_entered?: boolean;
}

const Tax = ({ tax_low, tax_high, is_entered = false }: TaxProps) => (
  <>
    <Figure>{formatRange(tax_low, tax_high)}</Figure>
    <span className="block text-xs font-normal text-muted">{is_entered ? 'entered' : 'estimate'}</span>
  </>
);

const CERTAINTIES: Record<Certainty, [label: string, variant: BadgeVariant]> = {
  certain: ['Certain', 'active'],
  reported: ['Reported once', 'outline'],
  open: ['Not established', 'warning'],
};

const showRule = ({ rule }: { rule: string | null }) => (
  <code className="text-xs wrap-anywhere" translate="no">
    {rule ?? '–'}
  </code>
);

/** The report, which is printed alone. */
export function Report({ report }: { report: TaxReport }) {
  const { tax_year, is_on_list, capital_gains: gains, dividends, bonus, closings, income, rules } = report;
  const { entered } = gains;
  const taxOnGains = entered === null ? gains : { tax_low: entered, tax_high: entered, is_entered: true };
  const sales = useFirstRows(useMemo(() => closings.map((row, index) => ({ ...row, index })), [closings]));
  const withIndex = <Row extends object>(rows: readonly Row[]) =>
    rows.map((row, index) => ({ ...row, index }));
  return (
    <div className="print-alone grid gap-8">
      <div>
        <h2 className="text-lg">{`Estimate of taxes, tax year ${tax_year} (July to June)`}</h2>
        <p className="mb-4 max-w-prose text-sm text-muted">
          {`In rupees (Rs.), for an individual ${is_on_list ? 'on' : 'who is not on'} the active taxpayers’ list, and listed shares only. An estimate by the rules below, no advice on tax: the clearing company (NCCPL) calculates and collects the tax on gains, and its certificate counts.`}
        </p>
        <Totals
          items={[
            ['Tax on gains', <Tax key="gains" {...taxOnGains} />, METHOD],
            ['Tax on dividends', <Tax key="dividends" {...dividends} />],
            ['Tax on bonus shares', <Tax key="bonus" {...bonus} />],
          ]}
        />
      </div>
      <TableSection
        title="Gains by rule"
        description={`Losses set off: ${formatAmount(gains.set_off)}. Carried forward: ${formatAmount(gains.carried_forward)}.`}
        emptyText="Nothing was sold in this year."
        rows={gains.lines}
        getKey={({ rule }) => rule?.id ?? 'none'}
        columns={{
          Rule: ({ rule }) => rule?.text ?? 'No rule is known',
          Gains: showAmount('gains'),
          Losses: showAmount('losses'),
          'Tax before losses': Tax,
        }}
        numeric={['Gains', 'Losses', 'Tax before losses']}
        isDense
      />
      <TableSection
        title={`Sales, ${METHOD}`}
        emptyText="Nothing was sold in this year."
        rows={sales.first}
        getKey={({ index }) => index}
        columns={{
          Company: ({ symbol, shares }) => <Figures>{`${symbol}: ${formatCount(shares)} shares`}</Figures>,
          Held: ({ opened_on, closed_on }) => (
            <Figures>{`${formatShortDate(opened_on)} to ${formatShortDate(closed_on)}`}</Figures>
          ),
          Proceeds: showAmount('proceeds'),
          Cost: showAmount('cost'),
          Gain: showGain('gain'),
          Rule: showRule,
        }}
        numeric={['Proceeds', 'Cost', 'Gain']}
        isDense
      />
      {sales.more && <div className="no-print">{sales.more}</div>}
      <TableSection
        title="Dividends and bonus shares"
        emptyText="Nothing was received in this year."
        rows={withIndex(income)}
        getKey={({ index }) => index}
        columns={{
          Company: ({ symbol, kind }) => (
            <Figures>{`${symbol}: ${kind === 'bonus' ? 'bonus shares' : kind}`}</Figures>
          ),
          Date: showDate('date'),
          Base: showAmount('base'),
          Tax,
          Rule: showRule,
        }}
        numeric={['Base', 'Tax']}
        isDense
      />
      <TableSection
        title="Rules"
        emptyText="No rule was needed."
        rows={rules}
        getKey={({ id }) => id}
        columns={{
          Rule: ({ id, text }) => (
            <>
              <span className="block">{text}</span>
              {showRule({ rule: id })}
            </>
          ),
          Rate: ({ rate_low: low, rate_high: high }) => (
            <Figure>{`${low === high ? low : `${low} to ${high}`} %`}</Figure>
          ),
          Certainty: ({ certainty }) => (
            <Badge variant={CERTAINTIES[certainty][1]}>{CERTAINTIES[certainty][0]}</Badge>
          ),
          Source: ({ source }) => <span className="text-xs">{source}</span>,
        }}
      />
    </div>
  );
}

const CLASS_LABELS: Record<DividendClass, string> = {
  ordinary: 'Ordinary company',
  power: 'Power producer',
  untaxed: 'Company that pays no tax',
  fund: 'Fund',
};
const CLASS_OPTIONS = DIVIDEND_CLASSES.map((value) => ({ value, label: CLASS_LABELS[value] }));

interface SettingsDialogProps {
  settings: PositionSettings;
  taxYear: string;
  onClose: () => void;
}

/** What the estimates of costs and taxes depend on. Which companies' dividends have other rates is not published for all of them. */
function SettingsDialog({ settings, taxYear, onClose }: SettingsDialogProps) {
  const { is_on_list, presets, cost_preset_id, tax_figures, dividend_classes } = settings;
  const options = [
    { value: '', label: 'First preset that is valid on the date' },
    ...presets.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const classes = dividend_classes.map((each) => `${each.symbol}: ${CLASS_LABELS[each.dividend_class]}`);
  return (
    <RecordDialog
      queryKey={usePositionsKey()}
      title="Settings of costs and taxes"
      submitLabel="Save"
      values={{
        is_on_list,
        cost_preset_id: String(presets.find(({ id }) => id === cost_preset_id)?.id ?? ''),
        tax_figure: tax_figures.find(({ tax_year }) => tax_year === taxYear)?.capital_gains ?? '',
        dividend_class: '',
        payer: 'power',
      }}
      fields={({ cost_preset_id: id }) => ({
        is_on_list: { type: 'checkbox', label: 'I am on the active taxpayers’ list (in all years)' },
        cost_preset_id: {
          label: 'Costs that prefill trades',
          Control: ({ onChange, ...control }) => (
            <SelectField
              {...control}
              options={options}
              hint={presets.find((preset) => String(preset.id) === id)?.note}
              onChange={({ target }) => onChange(target.value)}
            />
          ),
        },
        tax_figure: {
          label: `Tax on gains by the clearing company, ${taxYear} (Rs.)`,
          hint: 'It counts instead of the estimate.',
          inputMode: 'decimal',
          maxLength: 20,
        },
        dividend_class: {
          label: 'Dividends with other rates: symbol',
          hint: classes.join('; ') || 'None so far.',
          maxLength: 20,
        },
        payer: {
          label: 'Its payer is',
          Control: ({ onChange, ...control }) => (
            <SelectField
              {...control}
              options={CLASS_OPTIONS}
              onChange={({ target }) => onChange(target.value)}
            />
          ),
        },
      })}
      save={(values) =>
        api(savePositionSettings, {
          body: {
            is_on_list: values.is_on_list,
            cost_preset_id: values.cost_preset_id ? Number(values.cost_preset_id) : null,
            tax_figure: { tax_year: taxYear, capital_gains: ungroup(values.tax_figure ?? '') || null },
            ...(values.dividend_class && {
              dividend_class: {
                symbol: values.dividend_class.toUpperCase(),
                dividend_class: values.payer === 'ordinary' ? null : (values.payer as DividendClass),
              },
            }),
          },
        })
      }
      success={() => ['Settings saved', 'The estimates are calculated again.']}
      onClose={onClose}
    />
  );
}
