import { formatShortDate } from '#core/contract/dates.ts';
import { createAdminMeta } from '#core/web/admin/admin-page.tsx';
import { createRecordPage, RecordDialog } from '#core/web/admin/records.tsx';
import { api } from '#core/web/api/api.ts';
import { Figures } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import type { CostPreset } from '#features/positions/contract/costs.ts';
import { listCostPresets, removeCostPreset, saveCostPreset } from '#features/positions/contract/taxes.ts';

export const meta = createAdminMeta(
  'Trade costs',
  'The costs that the trades of customers are prefilled with.',
);

const RATE = {
  required: true,
  inputMode: 'decimal',
  className: 'figures',
  maxLength: 12,
  isHalf: true,
} as const;

export default createRecordPage({
  title: 'Trade costs',
  description:
    'Presets of brokers’ costs with their dates, which prefill the costs of a trade as an estimate. What a customer types wins, and trades that are entered keep their costs.',
  addLabel: 'Add preset',
  queryKey: ['admin-cost-presets'],
  load: async () => {
    const { presets, ...counts } = await api(listCostPresets, {});
    return { results: presets, ...counts };
  },
  loading: 'Loading presets...',
  empty: { title: 'No presets yet', text: 'Without one, the costs of trades are not prefilled.' },
  getKey: ({ id }: CostPreset) => id,
  getName: ({ name }) => name,
  columns: {
    Preset: ({ name, note }) => (
      <>
        <span className="font-semibold">{name}</span>
        <span className="block text-xs text-muted">{note}</span>
      </>
    ),
    Valid: ({ valid_from, valid_to }) =>
      `from ${formatShortDate(valid_from)}${valid_to === null ? '' : ` until ${formatShortDate(valid_to)}`}`,
    Rates: (preset) => <Figures>{describeRates(preset)}</Figures>,
  },
  renderForm: (preset, form) => (
    <RecordDialog
      {...form}
      title={preset ? `Edit preset: ${preset.name}` : 'Add preset'}
      submitLabel={preset ? 'Save changes' : 'Add preset'}
      values={{
        name: preset?.name ?? '',
        valid_from: preset?.valid_from ?? '',
        valid_to: preset?.valid_to ?? null,
        commission_per_share: preset?.commission_per_share ?? '0',
        commission_percent: preset?.commission_percent ?? '0',
        commission_minimum: preset?.commission_minimum ?? '0',
        sales_tax_percent: preset?.sales_tax_percent ?? '0',
        depository_per_share: preset?.depository_per_share ?? '0',
        levies_percent: preset?.levies_percent ?? '0',
        note: preset?.note ?? null,
      }}
      fields={() => ({
        name: { label: 'Name', required: true, maxLength: 60 },
        valid_from: { label: 'Valid from', type: 'date', required: true, isHalf: true },
        valid_to: { label: 'Valid until', type: 'date', isHalf: true, hint: 'The last day.' },
        commission_per_share: { ...RATE, label: 'Commission a share (Rs.)', hint: 'The higher one counts.' },
        commission_percent: { ...RATE, label: 'Commission (%)' },
        commission_minimum: { ...RATE, label: 'Minimum commission (Rs.)' },
        sales_tax_percent: { ...RATE, label: 'Sales tax on it (%)' },
        depository_per_share: { ...RATE, label: 'Depository a share (Rs.)' },
        levies_percent: { ...RATE, label: 'Levies (% of the value)' },
        note: {
          label: 'Note',
          maxLength: 500,
          hint: 'Where the rates are from, and which of them are certain.',
        },
      })}
      save={({ note, ...values }) =>
        api(saveCostPreset, { body: { ...values, note: note ?? '', ...(preset && { id: preset.id }) } })
      }
      success={({ name }) => [preset ? 'Preset updated' : 'Preset added', `${name} is saved.`]}
    />
  ),
  removal: ({ id, name }) => ({
    title: `Remove ${name}?`,
    description: 'Trades keep their costs. New ones are not prefilled by it.',
    confirmLabel: 'Remove',
    pendingLabel: 'Removing…',
    run: () => api(removeCostPreset, { params: { id: String(id) } }),
    failureTitle: 'Failed to remove the preset',
    success: ['Preset removed', `${name} is no longer in the list.`],
  }),
  renderFooter: (_presets, { customers, trades }) => (
    <p className="mt-6 text-sm text-muted">
      {`${formatCount(customers)} ${customers === 1 ? 'customer has' : 'customers have'} ${formatCount(trades)} ${trades === 1 ? 'trade' : 'trades'}. Only their owners can see them.`}
    </p>
  ),
});

/** Describes rates: `Rs. 0.03 a share or 0.15 %, sales tax 15 %`. */
const describeRates = (preset: CostPreset): string =>
  [
    `Rs. ${preset.commission_per_share} a share or ${preset.commission_percent} %`,
    `at least Rs. ${preset.commission_minimum}`,
    `sales tax ${preset.sales_tax_percent} %`,
    `depository Rs. ${preset.depository_per_share} a share`,
    `levies ${preset.levies_percent} %`,
  ].join(', ');
