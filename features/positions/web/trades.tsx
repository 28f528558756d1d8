import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useConfirmedAction } from '#core/web/admin/admin-forms.tsx';
import { useRefetch } from '#core/web/admin/admin-query.ts';
import { RowAction, RowMenu } from '#core/web/admin/row-action.tsx';
import { TableSection } from '#core/web/admin/table-section.tsx';
import { api } from '#core/web/api/api.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Button } from '#core/web/ui/button.tsx';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { Dialog } from '#core/web/ui/dialogs/dialog.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { Figures } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  listDeletedTrades,
  listTrades,
  readTradeHistory,
  removeTrade,
  TRADES_PAGE_SIZE,
  type Trade,
  type TradeChange,
} from '#features/positions/contract/trades.ts';
import { SignalLink, showAmount, showDate, usePositionsKey, usePositionsQuery } from './figures.tsx';
import { TradeButton } from './public/trade-button.tsx';
import { describeTrade, QuickEntry } from './public/trade-form.tsx';

/** The trades that the customer has entered, newest first. Their page is not in the URL, which says nothing about a customer. */
export function Trades() {
  const [page, setPage] = useState(1);
  const list = useRef<HTMLDivElement>(null);
  const query = usePositionsQuery(
    listTrades,
    { query: { page: String(page) } },
    { placeholderData: keepPreviousData },
  );
  const reload = useRefetch(usePositionsKey());
  const [shown, setShown] = useState<Trade | null>(null);
  const removal = useConfirmedAction(
    (trade: Trade) => ({
      title: 'Delete the trade?',
      description: `${describeTrade(trade)}. What follows from it is calculated again.`,
      confirmLabel: 'Delete',
      pendingLabel: 'Deleting…',
      run: async () => {
        await api(removeTrade, { params: { id: String(trade.id) } });
        if (page > 1 && query.data?.results.length === 1) setPage(page - 1);
        await reload();
      },
      success: ['Trade deleted', `${describeTrade(trade)}.`],
    }),
    list,
  );
  return (
    <>
      <QuickEntry />
      <div ref={list} tabIndex={-1}>
        <QueryResult
          query={query}
          loading="Loading your trades..."
          empty={{
            title: 'No trades yet',
            text: 'Add what you bought and sold, or import a file of your broker. A history may begin anywhere, with opening balances and transfers.',
          }}
        >
          {({ results, count }) => (
            <>
              <DataTable
                label="Trades"
                rows={results}
                getKey={({ id }) => id}
                columns={{
                  Trade: TradeCell,
                  Date: showDate('date'),
                  Costs: showAmount('costs'),
                }}
                numeric={['Costs']}
                isDense
                actions={(trade) => (
                  <>
                    <TradeButton draft={trade} label="Edit" row={describeTrade(trade)} />
                    <RowMenu row={describeTrade(trade)}>
                      <RowAction row={describeTrade(trade)} onClick={() => setShown(trade)}>
                        History
                      </RowAction>
                      <RowAction row={describeTrade(trade)} onClick={() => removal.confirm(trade)}>
                        Delete
                      </RowAction>
                    </RowMenu>
                  </>
                )}
              />
              <Pages page={page} count={count} onChange={setPage} />
            </>
          )}
        </QueryResult>
      </div>
      <DeletedTrades />
      {removal.dialog}
      {shown && <History trade={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const TradeCell = (trade: Trade) => (
  <>
    <span className="font-semibold">
      <Figures>{describeTrade(trade)}</Figures>
    </span>
    <SignalLink id={trade.signal_id} />
    <span className="block text-xs text-muted">{trade.note}</span>
    {trade.exceeds && (
      <Badge variant="warning">{`Sells more than the ${formatCount(trade.exceeds.held)} shares held`}</Badge>
    )}
  </>
);

interface PagesProps {
  page: number;
  /** Of trades. */
  count: number;
  onChange: (page: number) => void;
}

function Pages({ page, count, onChange }: PagesProps) {
  const pages = Math.ceil(count / TRADES_PAGE_SIZE);
  const step = (label: string, to: number) => (
    <Button variant="secondary" size="small" disabled={to < 1 || to > pages} onClick={() => onChange(to)}>
      {label}
    </Button>
  );
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 text-sm text-muted">
      <p role="status">{`${formatCount(count)} ${count === 1 ? 'trade' : 'trades'}, page ${page} of ${pages}`}</p>
      {pages > 1 && step('Newer', page - 1)}
      {pages > 1 && step('Older', page + 1)}
    </div>
  );
}

/** The trades that were deleted last, each with a button that enters it again. */
function DeletedTrades() {
  const query = usePositionsQuery(listDeletedTrades, {});
  return (
    query.data &&
    query.data.results.length > 0 && (
      <TableSection
        title="Deleted trades"
        className="mt-8"
        rows={query.data.results}
        getKey={({ id }) => id}
        columns={{
          Trade: ({ trade }) => <Figures>{describeTrade(trade)}</Figures>,
          Date: ({ trade }) => showDate('date')(trade),
          Deleted: ({ deleted_at }) => <PakistanTime at={deleted_at} />,
        }}
        actions={({ trade }) => <TradeButton draft={trade} label="Enter again" row={describeTrade(trade)} />}
        isDense
      />
    )
  );
}

/** The changes of a trade, oldest first. */
function History({ trade, onClose }: { trade: Trade; onClose: () => void }) {
  const query = usePositionsQuery(readTradeHistory, { params: { id: String(trade.id) } });
  return (
    <Dialog title="History of the trade" description={describeTrade(trade)} onClose={onClose}>
      <QueryResult query={query} loading="Loading the history...">
        {({ results }) => (
          <ol className="grid gap-3 text-sm">
            <li>
              Entered <PakistanTime at={trade.created_at} />
            </li>
            {results.map((change) => (
              <li key={change.changed_at}>
                Changed <PakistanTime at={change.changed_at} />
                <ul className="ps-4 text-muted">
                  {listChanges(change).map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        )}
      </QueryResult>
    </Dialog>
  );
}

/** Lists the changed values: `price: 812.50 → 815.00`. */
export const listChanges = ({ before, after }: Pick<TradeChange, 'before' | 'after'>): string[] =>
  Object.entries(before)
    .filter(([name, value]) => after && value !== after[name])
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value ?? 'none'} → ${after?.[name] ?? 'none'}`);
