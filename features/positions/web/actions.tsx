import { type ReactNode, useState } from 'react';
import { formatShortDate } from '#core/contract/dates.ts';
import type { EndpointInput } from '#core/contract/endpoint.ts';
import { getMessagesByField } from '#core/contract/errors.ts';
import { useRefetch } from '#core/web/admin/admin-query.ts';
import { RecordDialog } from '#core/web/admin/records.tsx';
import { ImmediateRowAction, RowAction, RowMenu } from '#core/web/admin/row-action.tsx';
import { TableSection } from '#core/web/admin/table-section.tsx';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { Badge, type BadgeVariant } from '#core/web/ui/badge.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { Figures } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { PakistanDate } from '#core/web/ui/times/pakistan-time.tsx';
import {
  type ActionEntry,
  type ActionKind,
  type ActionState,
  correctAction,
  listActions,
} from '#features/positions/contract/actions.ts';
import { Company, formatRupees, showDate, ungroup, usePositionsKey, usePositionsQuery } from './figures.tsx';

type Body = EndpointInput<typeof correctAction>['body'];
type Correction = NonNullable<Body['correction']>;

/** The action that a dialog corrects; without a key it adds one. */
interface ShownAction {
  key?: string;
  kind: ActionKind;
  title: string;
}

const STATES: Record<ActionState, [label: string, variant: BadgeVariant]> = {
  applied: ['Applied', 'active'],
  offered: ['Take it or let it lapse', 'warning'],
  taken: ['Taken', 'active'],
  lapsed: ['Lapsed', 'muted'],
  ignored: ['Ignored', 'muted'],
  needs_ratio: ['Needs the ratio', 'warning'],
  expected: ['Expected', 'outline'],
  unclear: ['Not applied: unclear', 'warning'],
};

/** Corporate actions that concern the shares of the customer, and their corrections. */
export function Actions() {
  const query = usePositionsQuery(listActions, {});
  const [shown, setShown] = useState<(ShownAction & { correction: Correction }) | null>(null);
  return (
    <>
      <QueryResult query={query} loading="Loading corporate actions...">
        {({ results, orphaned, changes }) => (
          <div className="grid gap-8">
            <TableSection
              title="Corporate actions"
              description="Applied automatically by their ex-date, to the shares held at the end of the last buying day. Correct what your account statement says differently."
              emptyText="None concerns shares that you held."
              rows={results}
              getKey={({ key }) => key}
              columns={COLUMNS}
              actions={(entry) => (
                <EntryActions
                  entry={entry}
                  onCorrect={() =>
                    setShown({
                      key: entry.key,
                      kind: entry.kind,
                      title: `${entry.symbol}: ${entry.description}`,
                      correction: { ...prefill(entry), ...entry.correction },
                    })
                  }
                />
              )}
            />
            {orphaned.length > 0 && (
              <TableSection
                title="Corrections without a corporate action"
                description="The announcement was withdrawn, so what you entered about it no longer counts, including shares of a right that you took. If you own them, add them as an allotment."
                rows={orphaned}
                getKey={({ key }) => key}
                columns={{
                  'Corporate action': ({ key }) => <code translate="no">{key}</code>,
                  'You entered': ({ correction }) => <Figures>{describeCorrection(correction)}</Figures>,
                }}
                actions={({ key }) => <Correct row={key} label="Remove" body={{ key, correction: null }} />}
              />
            )}
            {changes.length > 0 && (
              <TableSection
                title="Changed after the ex-date"
                rows={changes.map((change, index) => ({ ...change, index }))}
                getKey={({ index }) => index}
                columns={{
                  'Corporate action': ({ symbol, description }) => (
                    <Figures>{`${symbol}: ${description}`}</Figures>
                  ),
                  'Ex-date': showDate('ex_date'),
                  Change: ({ is_withdrawn, recorded_at }) => (
                    <p>
                      <span>{is_withdrawn ? 'Withdrawn' : 'Changed'}</span> <PakistanDate at={recorded_at} />
                    </p>
                  ),
                }}
              />
            )}
          </div>
        )}
      </QueryResult>
      <p className="mt-4">
        <RowAction
          row=""
          onClick={() => setShown({ kind: 'cash', title: 'Add a corporate action', correction: {} })}
        >
          Add a missing corporate action
        </RowAction>
      </p>
      {shown && <ActionDialog action={shown} values={shown.correction} onClose={() => setShown(null)} />}
    </>
  );
}

/** What a right offers, which is what most customers take. */
const prefill = ({ right }: ActionEntry): Correction =>
  right ? { shares: right.shares || undefined, price: right.price ?? undefined } : {};

const COLUMNS: Record<string, (entry: ActionEntry) => ReactNode> = {
  Company: ({ symbol, is_own, description, earlier }) => (
    <>
      <Company symbol={symbol} />
      <span className="block">{description}</span>
      <span className="block text-xs text-muted">{is_own && 'Added by you'}</span>
      {earlier.map(({ bc_from, payout }) => (
        <span key={`${bc_from} ${payout}`} className="block text-xs text-warning">
          {`Revised: was ${payout}, closure from ${formatShortDate(bc_from)}`}
        </span>
      ))}
    </>
  ),
  'Ex-date': (entry) => (
    <>
      {showDate('ex_date')(entry)}
      <span className="block text-xs text-muted">{entry.is_ex_date_estimated && 'estimate'}</span>
    </>
  ),
  Effect: (entry) => (
    <>
      <Figures>{describeEffect(entry)}</Figures>
      <span className="block font-semibold text-warning">
        {entry.possible_duplicate !== null &&
          (entry.possible_duplicate === 'trade'
            ? 'A trade seems to add the same shares: delete it, or ignore this action.'
            : 'Another corporate action seems to be the same: remove or ignore one of them.')}
      </span>
    </>
  ),
  State: ({ state, correction }) => (
    <>
      <Badge variant={STATES[state][1]}>{STATES[state][0]}</Badge>
      <span className="block text-xs text-muted">
        {correction !== null
          ? 'Corrected by you'
          : state === 'ignored' &&
            'Removed by us: the prices contradict it. Correct it if your account has the shares.'}
      </span>
    </>
  ),
};

/** Describes what the customer entered: `decision: taken; shares: 25; price: 20.00`. */
const describeCorrection = ({ ratio, ...values }: Correction): string =>
  [
    ...Object.entries(values).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`),
    ...(ratio ? [`ratio: ${ratio.new_shares} for ${ratio.old_shares}`] : []),
  ].join('; ');

/** Describes what an action does to the shares that were held. */
export function describeEffect(entry: ActionEntry): string {
  const { shares_before, shares_change: change, fraction, cash_in_lieu, gross, right, successor } = entry;
  const cash = cash_in_lieu === null ? '' : ` for ${formatRupees(cash_in_lieu)}`;
  return [
    `${formatCount(shares_before)} shares held`,
    change !== 0 && `${change > 0 ? '+' : '−'}${formatCount(Math.abs(change))} shares`,
    fraction &&
      `${fraction} of a share in cash${cash}${cash && entry.is_cash_estimated ? ' (estimate)' : ''}`,
    gross && `${formatRupees(gross)} before tax`,
    right &&
      `${formatCount(right.shares)} shares offered${right.price ? ` at ${formatRupees(right.price)}` : ''}`,
    successor && `continues as ${successor}`,
  ]
    .filter(Boolean)
    .join('; ');
}

function EntryActions({ entry, onCorrect }: { entry: ActionEntry; onCorrect: () => void }) {
  const { key, kind, symbol, ex_date, state, correction, is_own } = entry;
  if (kind === 'rename') return null;
  const row = `${symbol} ${ex_date}`;
  const correct = (label: string, change: Correction | null) => (
    <Correct row={row} label={label} body={{ key, correction: change }} />
  );
  return (
    <>
      {kind !== 'unclear' && (
        <RowAction row={row} onClick={onCorrect}>
          {kind === 'right' ? 'Take' : 'Correct'}
        </RowAction>
      )}
      <RowMenu row={row}>
        {kind === 'right' && state !== 'lapsed' && correct('Let it lapse', { decision: 'lapsed' })}
        {state !== 'ignored' && correct('Ignore it', { decision: 'ignored' })}
        {(correction !== null || is_own) && correct(is_own ? 'Remove' : 'Remove my correction', null)}
      </RowMenu>
    </>
  );
}

function Correct({ row, label, body }: { row: string; label: string; body: Body }) {
  const reload = useRefetch(usePositionsKey());
  return (
    <ImmediateRowAction
      row={row}
      label={label}
      run={() => api(correctAction, { body })}
      onSuccess={() => void reload()}
      failure="Nothing was changed"
    />
  );
}

const AMOUNT = { inputMode: 'decimal', className: 'figures', maxLength: 20, isHalf: true } as const;
const DATE = { type: 'date', isHalf: true } as const;
const OWN_KINDS = [
  { value: 'cash', label: 'Cash dividend' },
  { value: 'bonus', label: 'Bonus shares' },
  { value: 'split', label: 'Split or consolidation' },
  { value: 'merger', label: 'Merger' },
];

interface ActionDialogProps {
  action: ShownAction;
  values: { [Name in keyof Correction]?: Correction[Name] | null };
  onClose: () => void;
}

/** What the customer knows better about an action, or an action that is missing. Blank fields follow from the announcement. */
export function ActionDialog({ action, values, onClose }: ActionDialogProps) {
  const { key } = action;
  const isOwn = key === undefined;
  const isRight = action.kind === 'right';
  return (
    <RecordDialog
      queryKey={usePositionsKey()}
      title={action.title}
      description={
        isOwn
          ? 'Only for your positions.'
          : 'As on your account statement. Blank fields follow from the announcement.'
      }
      submitLabel="Save"
      values={{
        symbol: '',
        kind: action.kind as string,
        ex_date: '',
        amount: '',
        shares: toText(values.shares),
        price: toText(values.price),
        costs: toText(values.costs),
        date: toText(values.date),
        new_shares: toText(values.ratio?.new_shares),
        old_shares: toText(values.ratio?.old_shares),
        successor: '',
        cash_in_lieu: toText(values.cash_in_lieu),
        withholding: toText(values.withholding),
        received_on: toText(values.received_on),
      }}
      fields={({ kind }) => {
        const hasRatio = kind === 'merger' || kind === 'split';
        const isPayout = kind === 'cash' || kind === 'bonus';
        return {
          symbol: isOwn && { label: 'Symbol', required: true, maxLength: 20, isHalf: true },
          kind: isOwn && {
            label: 'Kind',
            isHalf: true,
            Control: ({ onChange, ...control }) => (
              <SelectField
                {...control}
                options={OWN_KINDS}
                onChange={({ target }) => onChange(target.value)}
              />
            ),
          },
          ex_date: isOwn && { ...DATE, required: true, label: 'Ex-date' },
          amount: isOwn &&
            isPayout && { ...AMOUNT, required: true, label: kind === 'cash' ? 'Rs. a share' : 'Percent' },
          shares: !isOwn &&
            (isRight || kind === 'bonus') && { ...AMOUNT, required: isRight, label: 'Shares' },
          price: isRight && { ...AMOUNT, required: true, label: 'Price of a share (Rs.)' },
          costs: isRight && { ...AMOUNT, label: 'Costs (Rs.)' },
          date: isRight && { ...DATE, required: true, label: 'Paid on' },
          new_shares: hasRatio && { ...AMOUNT, required: isOwn, label: 'New shares' },
          old_shares: hasRatio && { ...AMOUNT, required: isOwn, label: 'For old shares' },
          successor: isOwn && kind === 'merger' && { label: 'Continues as', required: true, isHalf: true },
          cash_in_lieu: !isOwn &&
            !isRight &&
            kind !== 'cash' && { ...AMOUNT, label: 'Paid for the fraction (Rs.)' },
          withholding: !isOwn &&
            isPayout && {
              ...AMOUNT,
              label: kind === 'cash' ? 'Tax withheld (Rs.)' : 'Tax paid (Rs.)',
            },
          received_on: !isOwn && !isRight && { ...DATE, label: 'Received on' },
        };
      }}
      save={({ symbol, kind, ex_date, amount, successor, ...correction }) =>
        api(correctAction, {
          body:
            key === undefined
              ? { own: toBody({ symbol, kind, ex_date, amount, successor, ...correction }) as Body['own'] }
              : { key, correction: { ...(isRight && { decision: 'taken' }), ...toBody(correction) } },
        }).catch(rethrow)
      }
      success={() => ['Saved', 'Your positions are calculated again.']}
      onClose={onClose}
    />
  );
}

/** The messages of the API name the whole correction instead of a field. */
function rethrow(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 400) throw error;
  throw new ApiError(400, { detail: Object.values(getMessagesByField(error.body)).join(' ') });
}

const toText = (value: string | number | null | undefined): string => String(value ?? '');

/** Leaves out blank fields, and joins the ratio. */
function toBody({ new_shares, old_shares, shares, ...texts }: Record<string, string | null>) {
  const filled = Object.entries(texts).flatMap(([name, text]) => (text ? [[name, ungroup(text)]] : []));
  return {
    ...Object.fromEntries(filled),
    ...(shares && { shares: Number(ungroup(shares)) }),
    ...((new_shares || old_shares) && {
      ratio: { new_shares: ungroup(new_shares ?? ''), old_shares: ungroup(old_shares ?? '') },
    }),
  };
}
