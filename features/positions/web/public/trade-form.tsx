import { useState } from 'react';
import { addDays, formatShortDate, type LocalDate } from '#core/contract/dates.ts';
import type { EndpointInput } from '#core/contract/endpoint.ts';
import { getMessagesByField } from '#core/contract/errors.ts';
import { FormDialog, SubmitForm, useSubmitForm } from '#core/web/admin/admin-forms.tsx';
import { useRefetch } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { useToday } from '#core/web/list/dates/use-today.ts';
import { Button } from '#core/web/ui/button.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { Figures } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { calculateCosts } from '#features/positions/contract/costs.ts';
import { readPositions } from '#features/positions/contract/positions.ts';
import { type PositionSettings, readPositionSettings } from '#features/positions/contract/taxes.ts';
import {
  type DeletedTrade,
  editTrade,
  enterTrade,
  TRADE_NOTE_MAX_LENGTH,
  type Trade,
  type TradeKind,
  type TradeSide,
} from '#features/positions/contract/trades.ts';
import {
  formatRupees,
  listFirstLots,
  METHOD,
  ungroup,
  usePositionsKey,
  usePositionsQuery,
} from '#features/positions/web/figures.tsx';

type TradeInput = EndpointInput<typeof enterTrade>['body'];

/** What the form is filled with. With an `id` it edits that trade. */
export type TradeDraft = Partial<Trade>;

/** The kinds of trades by their sides: the label, how a trade is described, and a hint. */
const KINDS: Record<string, [label: string, verb: string, hint?: string]> = {
  'buy trade': ['Purchase', 'Bought'],
  'sell trade': ['Sale', 'Sold', 'Of shares that you hold: short sales are not supported.'],
  'buy opening': ['Opening balance', 'Opened with', 'With the date, price and costs of the purchase.'],
  'buy transfer': ['Transfer in', 'Transferred in', 'With the date, price and costs of the purchase.'],
  'sell transfer': ['Transfer out', 'Transferred out', 'It leaves without a gain. The price may be 0.'],
  'buy allotment': ['Allotment of an offer', 'Allotted', 'Enter rights among the corporate actions.'],
};
const KIND_OPTIONS = Object.entries(KINDS).map(([value, [label]]) => ({ value, label }));

/** Describes a trade: `Bought 1,000 LUCK at Rs. 812.50`. */
export const describeTrade = ({ side, kind, shares, symbol, price }: DeletedTrade['trade']): string =>
  `${KINDS[`${side} ${kind}`]?.[1]} ${formatCount(shares)} ${symbol} at ${formatRupees(price)}`;

interface TradeDialogProps {
  draft: TradeDraft;
  onSaved?: () => void;
  onClose: () => void;
}

const FIGURE = { className: 'figures', inputMode: 'decimal', maxLength: 20, autoComplete: 'off' } as const;

/** The form of a trade. What the customer types wins over the estimate of the costs. */
export function TradeDialog({ draft, onSaved, onClose }: TradeDialogProps) {
  const today = useToday(null);
  const [values, setValues] = useState({
    kind: `${draft.side ?? 'buy'} ${draft.kind ?? 'trade'}`,
    symbol: draft.symbol ?? '',
    date: draft.date ?? today,
    shares: String(draft.shares ?? ''),
    price: draft.price ?? '',
    costs: draft.costs ?? null,
    note: draft.note ?? '',
    signal_id: draft.signal_id ?? null,
  });
  const { symbol, date, note } = values;
  const [side, kind] = values.kind.split(' ') as [TradeSide, TradeKind];
  /** A signal belongs to the company and the side for which it was given or chosen. */
  const change = (changed: Partial<typeof values>) => {
    const next = { ...values, ...changed };
    const isDraft = next.symbol === draft.symbol && next.kind.startsWith(`${draft.side ?? 'buy'} `);
    setValues({ ...next, signal_id: isDraft ? (draft.signal_id ?? null) : null });
  };
  const typed = { side, kind, symbol, date, shares: toShares(values.shares), price: ungroup(values.price) };
  const settings = usePositionsQuery(readPositionSettings, {});
  const estimate = settings.data ? estimateCosts(settings.data, typed) : null;
  const save = useSave(onSaved);
  const submission = useSubmitForm(
    ['symbol', 'date', 'shares', 'price'],
    () => {
      const { planned_shares = null } = draft;
      const costs = ungroup(values.costs ?? estimate?.costs ?? '') || '0';
      return save(
        { ...typed, costs, note: note || null, signal_id: values.signal_id, planned_shares },
        draft.id,
      );
    },
    onClose,
  );
  const bind = (name: 'symbol' | 'date' | 'shares' | 'price' | 'note') => ({
    name,
    'data-first-focus': name === (draft.symbol ? 'shares' : 'symbol') || undefined,
    value: values[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) =>
      name === 'symbol'
        ? change({ symbol: target.value.toUpperCase() })
        : setValues({ ...values, [name]: target.value }),
  });
  return (
    <FormDialog
      title={draft.id === undefined ? 'Add a trade' : 'Edit the trade'}
      submission={{ ...submission, failure: submission.failure ?? submission.errors.signal_id?.[0] ?? null }}
      submitLabel="Save the trade"
      busyLabel="Saving…"
      onClose={onClose}
    >
      <SelectField
        label="Kind"
        name="kind"
        value={values.kind}
        options={KIND_OPTIONS}
        hint={KINDS[values.kind]?.[2]}
        onChange={({ target }) => change({ kind: target.value })}
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <div className="max-sm:col-span-2">
          <TextField label="Date" type="date" {...bind('date')} max={today} />
        </div>
        <TextField label="Symbol" {...bind('symbol')} maxLength={20} autoCapitalize="characters" />
        <TextField label="Shares" {...bind('shares')} {...FIGURE} inputMode="numeric" />
        <div className="max-sm:col-span-2">
          <TextField label="Price of a share (Rs.)" {...bind('price')} {...FIGURE} />
        </div>
      </div>
      {side === 'sell' && draft.id === undefined && symbol && date && date <= today && (
        <OpenLots
          symbol={symbol}
          asOf={date === today ? undefined : date}
          onChoose={(shares) => setValues({ ...values, shares: String(shares) })}
          signalId={values.signal_id}
          onSignal={(signal_id) => setValues({ ...values, signal_id })}
        />
      )}
      <TextField
        label="Costs (Rs.)"
        name="costs"
        {...FIGURE}
        value={values.costs ?? estimate?.costs ?? ''}
        hint={
          values.costs === null || !estimate ? (
            <span key="source">
              {estimate
                ? `An estimate by “${estimate.name}”. Use the figure of the contract note if you have it.`
                : 'Commission, taxes and levies, as on the contract note.'}
            </span>
          ) : (
            <button
              key="use"
              type="button"
              className="link"
              onClick={() => setValues({ ...values, costs: null })}
            >
              <Figures>{`Use the estimate: ${formatRupees(estimate.costs)}`}</Figures>
            </button>
          )
        }
        onChange={({ target }) => setValues({ ...values, costs: target.value })}
      />
      <TextField label="Note (optional)" {...bind('note')} maxLength={TRADE_NOTE_MAX_LENGTH} />
    </FormDialog>
  );
}

interface OpenLotsProps {
  symbol: string;
  asOf: LocalDate | undefined;
  onChoose: (shares: number) => void;
  /** The followed signal that the sale ends. */
  signalId: string | null;
  onSignal: (id: string | null) => void;
}

/** The open lots of a company, of which the first are sold first. A choice sells all shares up to the end of a lot. */
function OpenLots({ symbol, asOf, onChoose, signalId, onSignal }: OpenLotsProps) {
  const { data, error } = usePositionsQuery(readPositions, { query: { as_of: asOf } });
  const lots = data?.holdings.find((holding) => holding.symbol === symbol)?.lots;
  if (!lots)
    return (
      <p role="status" className="text-sm text-muted">
        {data ? `You hold no shares of ${symbol} on this date.` : error && 'Your lots could not be loaded.'}
      </p>
    );
  const { first, others } = listFirstLots(lots);
  const followed = new Map(
    lots.flatMap(({ signal_id: id, date }) => (id === null ? [] : [[id, date] as const])),
  );
  return (
    <fieldset className="text-sm">
      <legend className="mb-1.5 font-medium">{`Sell open lots (${METHOD})`}</legend>
      <ul className="grid max-h-48 gap-1 overflow-y-auto">
        {first.map(({ date, shares, cost }, index) => {
          const sold = lots.slice(0, index + 1).reduce((sum, lot) => sum + lot.shares, 0);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a lot is identified by its place
            <li key={index} className="flex flex-wrap items-center justify-between gap-x-3">
              <Figures>{`${formatCount(shares)} of ${formatShortDate(date)}, cost ${formatRupees(cost)}`}</Figures>
              <Button variant="secondary" size="small" onClick={() => onChoose(sold)}>
                {index === 0 ? `Sell ${formatCount(sold)}` : `Sell up to here: ${formatCount(sold)}`}
              </Button>
            </li>
          );
        })}
        {others && <li>{others}</li>}
      </ul>
      {followed.size > 0 && (
        <SelectField
          label="Ends a followed signal"
          value={signalId ?? ''}
          options={[
            { value: '', label: 'None' },
            ...[...followed].map(([value, date]) => ({ value, label: `Bought on ${formatShortDate(date)}` })),
          ]}
          hint="“What following earned” then uses the shares that you bought for it."
          onChange={({ target }) => onSignal(target.value || null)}
        />
      )}
    </fieldset>
  );
}

/** Returns a function that saves a trade, notifies the customer and loads what follows from it. */
function useSave(onSaved?: () => void) {
  const reload = useRefetch(usePositionsKey());
  return async (body: TradeInput, id?: number): Promise<Trade> => {
    const trade = await (id === undefined
      ? api(enterTrade, { body })
      : api(editTrade, { params: { id: String(id) }, body }));
    void notify.success(id === undefined ? 'Trade added' : 'Trade saved', `${describeTrade(trade)}.`);
    void reload();
    onSaved?.();
    return trade;
  };
}

/** Estimates the costs of a trade by the customer's preset, else the first one of its date, and names it; `null` without one. */
export function estimateCosts(
  { presets, cost_preset_id }: Pick<PositionSettings, 'presets' | 'cost_preset_id'>,
  { kind, date, shares, price }: { kind: TradeKind; date: LocalDate; shares: number; price: string },
): { costs: string; name: string } | null {
  if (kind !== 'trade' || !Number.isSafeInteger(shares) || !/^\d{1,10}(\.\d{1,4})?$/.test(price)) return null;
  const valid = presets.filter((each) => each.valid_from <= date && date <= (each.valid_to ?? date));
  const preset = valid.find(({ id }) => id === cost_preset_id) ?? valid[0];
  if (!preset) return null;
  return { costs: calculateCosts(preset, { shares, price }), name: preset.name };
}

/** What is no whole number is sent as it was typed, and rejected. */
function toShares(text: string): number {
  const digits = ungroup(text);
  return /^\d+$/.test(digits) ? Number(digits) : (digits as unknown as number);
}

const LINE =
  /^(b|buy|s|sell)\s+(\d[\d,]*)\s+(\S+)\s+@?\s*(\d[\d,.]*)(?:\s+(today|yesterday|\d{4}-\d\d-\d\d))?(?:\s+(\d[\d,.]*))?$/i;
const EXAMPLE = 'B 100 LUCK 812.50 2026-11-20';

/** Parses `B 100 LUCK 812.50 2026-11-20 120.00`: side, shares, symbol, price, date and costs. `null` if it is no such line. */
export function parseTradeLine(line: string, today: LocalDate) {
  const [, side, shares = '', symbol = '', price = '', date = today, costs] = LINE.exec(line.trim()) ?? [];
  if (side === undefined) return null;
  const dates: Record<string, LocalDate> = { today, yesterday: addDays(today, -1) };
  return {
    side: side.toLowerCase().startsWith('b') ? ('buy' as const) : ('sell' as const),
    kind: 'trade' as const,
    symbol: symbol.toUpperCase(),
    date: dates[date.toLowerCase()] ?? date,
    shares: toShares(shares),
    price: ungroup(price),
    costs: costs === undefined ? null : ungroup(costs),
  };
}

/** A field for a trade in one line. */
export function QuickEntry() {
  const today = useToday(null);
  const [text, setText] = useState('');
  const save = useSave();
  const submission = useSubmitForm(
    ['line'],
    async ({ line }) => {
      const trade = parseTradeLine(line, today);
      if (!trade) throw new ApiError(400, { line: [`Write it like this: ${EXAMPLE}`] });
      const settings = trade.costs === null ? await api(readPositionSettings, {}) : null;
      const costs = trade.costs ?? (settings && estimateCosts(settings, trade)?.costs) ?? '0';
      return save({ ...trade, costs }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 400) throw error;
        throw new ApiError(400, { line: [Object.values(getMessagesByField(error.body)).join(' ')] });
      });
    },
    () => setText(''),
  );
  return (
    <SubmitForm
      submission={submission}
      className="mb-5 grid max-w-2xl grid-cols-[minmax(0,1fr)_auto] items-start gap-2"
    >
      <TextField
        label="Add a trade in one line"
        name="line"
        value={text}
        placeholder={EXAMPLE}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
        hint="Buy or sell, shares, symbol, price, date, costs. Without a date it is today; without costs they are estimated."
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" busy={submission.isBusy} className="mt-6.5">
        Add
      </Button>
    </SubmitForm>
  );
}
