import { useRef } from 'react';
import { useAdminQuery } from '#core/web/admin/admin-query.ts';
import { useRecords } from '#core/web/admin/records.tsx';
import { api } from '#core/web/api/api.ts';
import { isNotFound } from '#core/web/api/call.ts';
import { DataTable } from '#core/web/ui/data-table.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import {
  type ImportAlias,
  listImportAliases,
  removeImportAlias,
} from '#features/imports/contract/imports.ts';
import { ALIASES_KEY } from './import-queries.ts';
import { ImportUrls } from './import-urls.tsx';

/** The companies that administrators have chosen for printed names. Below them are the files that are downloaded. */
export function Aliases() {
  const section = useRef<HTMLElement>(null);
  const { data, error } = useAdminQuery({ queryKey: ALIASES_KEY, queryFn: () => api(listImportAliases, {}) });
  const { actions, dialogs } = useRecords<ImportAlias>(
    {
      queryKey: ALIASES_KEY,
      getName: ({ name }) => name,
      isFixed: true,
      removal: ({ id, name, symbol }) => ({
        title: 'Remove chosen company',
        description: `Later files will not read ${name} as ${symbol}. What is imported stays.`,
        confirmLabel: 'Remove',
        run: async () => {
          try {
            await api(removeImportAlias, { params: { id: String(id) } });
          } catch (failure) {
            // Another administrator has removed it.
            if (!isNotFound(failure)) throw failure;
          }
        },
        success: ['Chosen company removed', `${name} is no longer read as ${symbol}.`],
      }),
    },
    section,
  );
  if (error && !data) {
    return (
      <Notice tone="danger" role="alert" title="The chosen companies could not be loaded">
        {error}
      </Notice>
    );
  }
  return (
    <>
      {data && data.results.length > 0 && (
        <section ref={section} tabIndex={-1} aria-labelledby="import-aliases" className="mt-10">
          <h2 id="import-aliases" className="text-xl">
            Companies of printed names
          </h2>
          <p className="mt-1 mb-3 max-w-2xl text-muted">
            Chosen in previews. Later files of the same source use them.
          </p>
          <DataTable
            label="Companies of printed names"
            rows={data.results}
            getKey={({ id }) => id}
            columns={{
              Name: ({ name }) => name,
              Company: ({ symbol }) => <span className="font-semibold">{symbol}</span>,
              Source: ({ source }) => source,
              Chosen: ({ created_at, created_by }) => (
                <>
                  <PakistanTime at={created_at} />
                  <span className="block text-muted">{`by ${created_by}`}</span>
                </>
              ),
            }}
            actions={actions}
          />
        </section>
      )}
      {dialogs}
      <ImportUrls />
    </>
  );
}
