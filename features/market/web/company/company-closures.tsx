import { formatShortDate } from '#core/contract/dates.ts';
import { getCompanyListPaths, getCompanyPath } from '#core/contract/paths.ts';
import { ShareMenu } from '#core/web/share/share-menu.tsx';
import { Section } from '#core/web/ui/section.tsx';
import type { BookClosure } from '#features/corporate-actions/contract/book-closures.ts';
import {
  ClosureDates,
  ClosureStatus,
  Payout,
} from '#features/corporate-actions/web/public/book-closures/closure-cells.tsx';
import { useCompanyClosures } from './company-dates.ts';
import type { RenderedCompany } from './load-company.ts';
import { orderNextFirst, SectionList } from './section-list.tsx';

const MAX_PAST = 5;

/** The book closures that are due, the next one first, and the latest past ones. */
export function CompanyClosures({ symbol, rendered }: { symbol: string; rendered: RenderedCompany | null }) {
  return (
    <Section
      id="book-closures"
      title="Book closures"
      link={{ to: getCompanyListPaths(symbol).bookClosures, text: `All book closures of ${symbol}` }}
    >
      <SectionList
        query={useCompanyClosures(symbol, rendered)}
        name="the book closures"
        emptyText={`No book closures of ${symbol} are announced or recorded.`}
      >
        {({ results }) => (
          <ClosureTable
            closures={orderNextFirst(
              results,
              ({ is_active, is_upcoming }) => is_active || is_upcoming,
              MAX_PAST,
            )}
          />
        )}
      </SectionList>
    </Section>
  );
}

const COLUMNS = ['Closure', 'Payout', 'Last buying day', 'Ex-date'];

/** A closure is a row on wide screens and a card on narrow ones. */
function ClosureTable({ closures }: { closures: readonly BookClosure[] }) {
  return (
    <table aria-labelledby="book-closures" className="w-full text-sm max-md:block md:table-fixed">
      <thead className="text-start text-xs text-muted max-md:sr-only">
        <tr className="border-b border-line">
          {COLUMNS.map((name) => (
            <th key={name} scope="col" className="py-1.5 pe-4 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {closures.map((closure) => (
          <ClosureRow key={closure.id} closure={closure} />
        ))}
      </tbody>
    </table>
  );
}

const CELL =
  'align-top wrap-anywhere md:py-2.5 md:pe-4 max-md:grid max-md:grid-cols-[7.5rem_minmax(0,1fr)] max-md:gap-2 ' +
  'max-md:py-1 max-md:before:text-muted max-md:before:content-[attr(data-label)]';

function ClosureRow({ closure }: { closure: BookClosure }) {
  return (
    <tr className="border-b border-line max-md:block max-md:py-2">
      <th scope="row" data-label="Closure" className={`${CELL} text-start font-normal`}>
        <ClosureStatus closure={closure} />
      </th>
      <td data-label="Payout" className={CELL}>
        <div>
          <Payout closure={closure} />
          {closure.symbol && (closure.is_active || closure.is_upcoming) && (
            <ShareMenu
              name={`the book closure from ${formatShortDate(closure.bc_from)}`}
              title={`${closure.symbol} book closure`}
              path={`${getCompanyPath(closure.symbol)}#book-closures`}
              toText={(url) =>
                `${closure.symbol} book closure from ${formatShortDate(closure.bc_from)}: ${closure.payout}\nLast buying day ${formatShortDate(closure.last_buying_day)}, ex-date ${formatShortDate(closure.ex_date)}${closure.is_ex_date_estimated ? ' (estimated)' : ''}\n${url}`
              }
              className="mt-2 w-fit"
            />
          )}
        </div>
      </td>
      <ClosureDates closure={closure} className={CELL} />
    </tr>
  );
}
