import type { FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AdminPage, forAdministrators } from '#core/web/admin/admin-page.tsx';
import { Button, ButtonLink } from '#core/web/ui/button.tsx';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { EventTable, getEventLabel } from '#features/accounts/web/public/admin/logs/event-table.tsx';
import {
  getLogUrl,
  type Log,
  type LogQuery,
  readLogQuery,
  useLogEvents,
} from '#features/accounts/web/public/admin/logs/logs.ts';

/** Creates the page of a log. */
export const createLogPage = (log: Log) =>
  forAdministrators(log.title, function LogPage() {
    const query = readLogQuery(log, useSearchParams()[0]);
    const events = useLogEvents(log, query);
    const { cursor, ...filters } = query;
    return (
      <AdminPage title={log.title} description={log.description} query={events}>
        <Filters
          // Resets the fields when Back, Forward or a link changes the filters.
          key={JSON.stringify(filters)}
          log={log}
          filters={filters}
        />
        <QueryResult query={events} loading={log.loading}>
          {({ results, next }) => (
            <div aria-busy={events.isFetching}>
              {results.length > 0 ? (
                <EventTable label={log.tableLabel} events={results} />
              ) : (
                <EmptyState title={log.empty.title}>
                  {Object.keys(query).length > 0 ? log.empty.filteredText : log.empty.text}
                </EmptyState>
              )}
              <PageLinks
                newestUrl={cursor === undefined ? null : getLogUrl(log, filters)}
                olderUrl={next === null ? null : getLogUrl(log, { ...filters, cursor: getCursor(next) })}
              />
            </div>
          )}
        </QueryResult>
      </AdminPage>
    );
  });

/** Filters apply on submit. */
function Filters({ log, filters }: { log: Log; filters: LogQuery }) {
  const navigate = useNavigate();
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) values.set(name, String(value));
    void navigate(getLogUrl(log, readLogQuery(log, values)), { preventScrollReset: true });
  };
  return (
    <search aria-label={log.filtersLabel}>
      <form
        onSubmit={apply}
        className={`mb-6 grid grid-cols-2 gap-3 rounded-box border border-line bg-surface p-4 max-sm:*:col-span-2 ${log.columns}`}
      >
        {log.fields.map((field) => {
          const defaultValue = filters[field.name] ?? '';
          if ('maxLength' in field)
            return <TextField key={field.name} {...field} defaultValue={defaultValue} autoComplete="off" />;
          const { name, label, all, kinds } = field;
          const options = kinds
            .map((kind) => ({ value: kind as string, label: getEventLabel(kind) }))
            .sort((a, b) => a.label.localeCompare(b.label));
          return (
            <SelectField
              key={name}
              name={name}
              label={label}
              defaultValue={defaultValue}
              options={[{ value: '', label: all }, ...options]}
            />
          );
        })}
        <TextField label="From date" name="from_date" type="date" defaultValue={filters.from_date} />
        <TextField label="To date" name="to_date" type="date" defaultValue={filters.to_date} />
        <div className="col-span-full flex flex-wrap justify-end gap-2">
          {Object.keys(filters).length > 0 && (
            <ButtonLink to={log.path} variant="secondary" size="small">
              Clear filters
            </ButtonLink>
          )}
          <Button type="submit" size="small">
            Apply filters
          </Button>
        </div>
      </form>
    </search>
  );
}

function PageLinks({ newestUrl, olderUrl }: { newestUrl: string | null; olderUrl: string | null }) {
  if (newestUrl === null && olderUrl === null) return null;
  const links = { 'Newest events': newestUrl, 'Older events': olderUrl };
  return (
    <nav aria-label="Pages" className="mt-8 flex flex-wrap justify-center gap-2 border-t border-line pt-5">
      {Object.entries(links).map(
        ([label, url]) =>
          url !== null && (
            <ButtonLink key={label} to={url} variant="secondary">
              {label}
            </ButtonLink>
          ),
      )}
    </nav>
  );
}

/** Returns the cursor in the API's URL of the next page. */
const getCursor = (next: string) => new URL(next).searchParams.get('cursor') ?? '';
