import { useState } from 'react';
import { formatShortDate } from '#core/contract/dates.ts';
import { paths } from '#core/contract/paths.ts';
import { useRefetch } from '#core/web/admin/admin-query.ts';
import { RecordDialog } from '#core/web/admin/records.tsx';
import { ImmediateRowAction } from '#core/web/admin/row-action.tsx';
import { TableSection } from '#core/web/admin/table-section.tsx';
import { api } from '#core/web/api/api.ts';
import { Button } from '#core/web/ui/button.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { Figures } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { Section } from '#core/web/ui/section.tsx';
import {
  addLevel,
  type Level,
  type LevelKind,
  listLevels,
  removeLevel,
} from '#features/positions/contract/levels.ts';
import { readPositions } from '#features/positions/contract/positions.ts';
import {
  Company,
  formatRupees,
  Gain,
  ungroup,
  usePositionsKey,
  usePositionsQuery,
} from '#features/positions/web/figures.tsx';
import { TradeButton } from './trade-button.tsx';

/** What the signed-in customer has of a company: the holding, a way to add a trade, and levels. */
export function MyCompany({ symbol }: { symbol: string }) {
  const { data } = usePositionsQuery(readPositions, { query: {} });
  const holding = data?.holdings.find((each) => each.symbol === symbol);
  return (
    <Section id="my-position" title="My position" link={{ to: paths.positions, text: 'My Positions' }}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <TradeButton draft={{ symbol }} label="Add a trade" row={symbol} />
        {holding && (
          <p>
            <span>
              <Figures>{`You hold ${formatCount(holding.shares)} shares, average cost ${formatRupees(holding.average_cost)}.`}</Figures>
            </span>{' '}
            <Gain amount={holding.unrealized} />
          </p>
        )}
      </div>
      <Levels symbol={symbol} />
    </Section>
  );
}

const KINDS: { value: LevelKind; label: string }[] = [
  { value: 'above', label: 'A close above a price' },
  { value: 'below', label: 'A close below a price' },
  { value: 'change', label: 'A change within a day' },
];

/** Describes a level: `Close above Rs. 900.00`. */
export const describeLevel = ({ kind, value }: Pick<Level, 'kind' | 'value'>): string =>
  kind === 'change' ? `Change of more than ${value} % in a day` : `Close ${kind} ${formatRupees(value)}`;

/** The prices at which the customer is alerted, of one company or of all. */
export function Levels({ symbol }: { symbol?: string }) {
  const query = usePositionsQuery(listLevels, {});
  const reload = useRefetch(usePositionsKey());
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <QueryResult query={query} loading="Loading your levels...">
        {({ results }) => (
          <TableSection
            title="Price levels"
            level={symbol === undefined ? 2 : 3}
            emptyText="None yet. You are alerted when an imported close has reached one."
            rows={results.filter((level) => symbol === undefined || level.symbol === symbol)}
            getKey={({ id }) => id}
            columns={{
              Company,
              'Alert on': (level) => <Figures>{describeLevel(level)}</Figures>,
              State: (level) => <Figures>{describeState(level)}</Figures>,
            }}
            actions={(level) => (
              <ImmediateRowAction
                row={`${level.symbol}: ${describeLevel(level)}`}
                label="Remove"
                run={() => api(removeLevel, { params: { id: String(level.id) } })}
                onSuccess={() => void reload()}
                failure="The level was not removed"
              />
            )}
          />
        )}
      </QueryResult>
      <Button variant="secondary" size="small" className="mt-3" onClick={() => setOpen(true)}>
        Add a level
      </Button>
      {isOpen && <LevelDialog symbol={symbol} onClose={() => setOpen(false)} />}
    </>
  );
}

function describeState(level: Level): string {
  const { kind, value, entered_value, is_active, is_repeating, is_armed, triggered_on, triggered_close } =
    level;
  const state = !is_active ? 'Ended' : is_repeating ? 'Alerts each time' : 'Alerts once';
  const waiting = is_active && !is_armed && kind !== 'change' ? ' after a close on the other side' : '';
  const adjusted =
    value === entered_value
      ? ''
      : `; entered as ${formatRupees(entered_value)}, before a bonus, split or right`;
  const close = triggered_close === null ? '' : ` at ${formatRupees(triggered_close)}`;
  const reached = triggered_on === null ? '' : `; reached on ${formatShortDate(triggered_on)}${close}`;
  return `${state}${waiting}${reached}${adjusted}`;
}

/** Describes a level that was added. */
function describeAdded(level: Level): string {
  const { symbol, kind, is_armed } = level;
  const waiting = is_armed
    ? ''
    : ` The last close is already ${kind} it. You are alerted after a close on the other side.`;
  return `${symbol}: ${describeLevel(level)}.${waiting}`;
}

interface LevelDialogProps {
  /** The company of the page, if it is about one. */
  symbol: string | undefined;
  onClose: () => void;
}

function LevelDialog({ symbol, onClose }: LevelDialogProps) {
  return (
    <RecordDialog
      queryKey={usePositionsKey()}
      title="Add a price level"
      description="You are alerted, on the channels of your alerts, when a close of today or later has reached it."
      submitLabel="Add the level"
      values={{ symbol: symbol ?? '', kind: 'above' as LevelKind, value: '', is_repeating: false }}
      fields={({ kind }) => ({
        symbol: { label: 'Symbol', required: true, maxLength: 20, readOnly: symbol !== undefined },
        kind: {
          label: 'Alert me on',
          Control: ({ onChange, ...control }) => (
            <SelectField
              {...control}
              options={KINDS}
              onChange={({ target }) => onChange(target.value as LevelKind)}
            />
          ),
        },
        value: {
          label: kind === 'change' ? 'Percent' : 'Price (Rs.)',
          required: true,
          inputMode: 'decimal',
          className: 'figures',
          maxLength: 20,
        },
        is_repeating: {
          type: 'checkbox',
          label: kind === 'change' ? 'Alert on each such day' : 'Alert again after a close on the other side',
        },
      })}
      save={({ symbol: typed, value, ...level }) =>
        api(addLevel, { body: { ...level, symbol: typed.toUpperCase(), value: ungroup(value) } })
      }
      success={(level) => ['Level added', describeAdded(level)]}
      onClose={onClose}
    />
  );
}
