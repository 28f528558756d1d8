import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { formatShortDateWithWeekday, type LocalDate, toKarachiDate } from '#core/contract/dates.ts';
import { useToday } from '#core/web/list/dates/use-today.ts';
import type { BoardMeeting } from '#features/corporate-actions/contract/board-meetings.ts';
import type { BookClosure } from '#features/corporate-actions/contract/book-closures.ts';
import { describePayout } from '#features/corporate-actions/web/public/book-closures/closure-cells.tsx';
import type { Company } from '#features/market/contract/companies.ts';
import { SymbolLink } from '#features/market/web/public/symbols/symbol-link.tsx';
import { useCompanyClosures, useCompanyMeetings } from './company-dates.ts';
import type { RenderedCompany } from './load-company.ts';
import { LastClose } from './prices/last-close.tsx';
import { readRange } from './prices/price-range.ts';
import { usePrices } from './prices/use-prices.ts';

interface CompanyFactsProps {
  symbol: string;
  company: Company | undefined;
  rendered: RenderedCompany | null;
}

/** What traders look up first: the name, the last close, the next ex-date and the next board meeting. */
export function CompanyFacts({ symbol, company, rendered }: CompanyFactsProps) {
  const today = useToday(rendered && toKarachiDate(new Date(rendered.asOf)));
  const range = readRange(new URLSearchParams(useLocation().search));
  const prices = usePrices({ symbol, range, rendered }, false).data?.overview ?? rendered?.sections?.prices;
  const closures = useCompanyClosures(symbol, rendered);
  const meetings = useCompanyMeetings(symbol, rendered);
  const closure = closures.data && findNextClosure(closures.data.results, today);
  const meeting = meetings.data && findNextMeeting(meetings.data.results, today);
  return (
    <div className="mb-8">
      {company && <AboutCompany company={company} symbol={symbol} />}
      <div className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-3 md:grid-cols-3">
        <div className="col-span-2 md:col-span-1">
          {prices?.lastClose && <LastClose last={prices.lastClose} />}
          {prices?.lastClose === null && <p className="text-sm text-muted">No prices</p>}
        </div>
        <dl className="contents">
          <Fact name="Next ex-date" href="#book-closures" isFailed={closures.isError}>
            {closure && <NextClosure closure={closure} />}
            {closure === null && <span className="text-muted">None announced</span>}
          </Fact>
          <Fact name="Next board meeting" href="#board-meetings" isFailed={meetings.isError}>
            {meeting && <NextMeeting meeting={meeting} today={today} />}
            {meeting === null && <span className="text-muted">None announced</span>}
          </Fact>
        </dl>
      </div>
    </div>
  );
}

function AboutCompany({ company, symbol }: { company: Company; symbol: string }) {
  const { name, sector, isin, is_listed, status_note, successor } = company;
  return (
    <>
      <p className="mt-0.5 flex flex-wrap items-baseline gap-x-3">
        {name !== symbol && <span>{name}</span>}
        <span className="text-sm text-muted">{is_listed ? sector : 'Not in the company directory'}</span>
        {isin !== null && (
          <span className="figures text-sm text-muted">
            ISIN <span>{isin}</span>
          </span>
        )}
      </p>
      {status_note !== null && (
        <p className="text-sm text-warning">
          <span>{status_note}</span> {successor !== null && <SymbolLink symbol={successor} />}
        </p>
      )}
    </>
  );
}

interface FactProps {
  name: string;
  /** The section with all of them. */
  href: string;
  isFailed: boolean;
  children: ReactNode;
}

const Fact = ({ name, href, isFailed, children }: FactProps) => (
  <div className="min-w-0 text-sm">
    <dt>
      <a href={href} className="link">
        {name}
      </a>
    </dt>
    <dd className="mt-0.5">
      {isFailed ? <span className="text-muted">Not loaded, see below</span> : <span>{children}</span>}
    </dd>
  </div>
);

function NextClosure({ closure }: { closure: BookClosure }) {
  const { ex_date, last_buying_day, is_ex_date_estimated, payout } = closure;
  const lines = describePayout(closure);
  return (
    <>
      <Day date={ex_date} />
      {is_ex_date_estimated && <span className="text-muted"> estimated</span>}
      <span className="block">{lines.length > 0 ? lines.join(', ') : payout || 'Payout not stated'}</span>
      <span className="block text-muted">
        Last buying day <span>{formatShortDateWithWeekday(last_buying_day)}</span>
        <span>{closure.depends_on_tentative_holiday && ', depends on a tentative holiday'}</span>
      </span>
    </>
  );
}

function NextMeeting({ meeting, today }: { meeting: BoardMeeting; today: LocalDate }) {
  const { meeting_date, formatted_time, subject } = meeting;
  return (
    <>
      <Day date={meeting_date} />
      {formatted_time && (
        <span>
          , <span className="figures">{formatted_time}</span>
        </span>
      )}
      {meeting_date === today && <span className="text-muted"> today</span>}
      <span className="block wrap-anywhere">{subject}</span>
    </>
  );
}

const Day = ({ date }: { date: LocalDate }) => (
  <time dateTime={date} className="figures font-medium">
    {formatShortDateWithWeekday(date)}
  </time>
);

/** Returns the closure with the next ex-date, today's included; `null` without one. */
export function findNextClosure(closures: readonly BookClosure[], today: LocalDate): BookClosure | null {
  const due = closures.filter(({ ex_date }) => ex_date >= today);
  return due.sort((a, b) => a.ex_date.localeCompare(b.ex_date))[0] ?? null;
}

/** Returns the next meeting that takes place, today's included; `null` without one. */
export function findNextMeeting(meetings: readonly BoardMeeting[], today: LocalDate): BoardMeeting | null {
  const due = meetings.filter(({ meeting_date, is_postponed }) => meeting_date >= today && !is_postponed);
  return due.sort((a, b) => a.meeting_date.localeCompare(b.meeting_date))[0] ?? null;
}
