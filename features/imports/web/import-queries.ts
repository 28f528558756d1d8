import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { EndpointOutput } from '#core/contract/endpoint.ts';
import { getFirstMessage, getMessagesByField } from '#core/contract/errors.ts';
import { getAdminErrorMessage, useAdminQuery, useRefetch } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { formatCount } from '#core/web/ui/format-count.ts';
import { type Filing, listFilings } from '#features/corporate-actions/contract/filings.ts';
import {
  type Import,
  type ImportKind,
  listImports,
  type PreviewStatus,
  previewImport,
  type Repairs,
  readImport,
  startImport,
} from '#features/imports/contract/imports.ts';

const IMPORTS_KEY = ['admin-imports'];
export const ALIASES_KEY = ['admin-import-aliases'];
export const WAITING_KEY = ['admin-waiting-imports'];
const getProgressKey = (id: number) => ['admin-import-progress', id];
/** The command line, connectors and other administrators also import. */
export const REFRESH_MS = 30_000;
const PROGRESS_MS = 1000;

/** Loads the recent imports. The error is a sentence for the administrator. */
export function useImports() {
  return useAdminQuery({
    queryKey: IMPORTS_KEY,
    queryFn: () => api(listImports, {}),
    refetchInterval: REFRESH_MS,
  });
}

export const isInProgress = ({ status }: Import) => status === 'running' || status === 'reverting';

/** Polls the progress of an import every second while it is displayed, and updates the list. */
export function useProgress(id: number): { hasFailed: boolean } {
  const queries = useQueryClient();
  const { isError } = useQuery({
    queryKey: getProgressKey(id),
    queryFn: async () => {
      const current = await api(readImport, { params: { id: String(id) } });
      updateList(queries, current);
      return current;
    },
    refetchInterval: PROGRESS_MS,
    retry: false,
  });
  return { hasFailed: isError };
}

export function useImportUpdate() {
  const queries = useQueryClient();
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: IMPORTS_KEY });
    void queries.invalidateQueries({ queryKey: WAITING_KEY });
    void queries.invalidateQueries({ queryKey: ALIASES_KEY });
  };
  return {
    /** Adds an import from a response to the list and reloads the others: which ones can be reverted depends on all. */
    update: (current: Import) => {
      updateList(queries, current);
      refresh();
    },
    refresh,
  };
}

function updateList(queries: QueryClient, current: Import): void {
  queries.setQueryData<{ results: Import[] }>(IMPORTS_KEY, (list) => {
    if (!list) return list;
    const isListed = list.results.some(({ id }) => id === current.id);
    return {
      results: isListed
        ? list.results.map((each) => (each.id === current.id ? current : each))
        : [current, ...list.results],
    };
  });
}

const FILINGS_KEY = ['admin-filings'];

/** Loads the pending filings. */
export const useFilings = () => useAdminQuery({ queryKey: FILINGS_KEY, queryFn: () => api(listFilings, {}) });

/**
 * Removes a confirmed or dismissed filing from the list. Reloads the list only when it is empty, because new filings would
 * move the list while the administrator is using it.
 */
export function useRemoveFiling(): (settled: Filing) => void {
  const queries = useQueryClient();
  return ({ id }) => {
    const list = queries.setQueryData<{ count: number; results: Filing[] }>(
      FILINGS_KEY,
      (current) =>
        current && {
          count: current.count - 1,
          results: current.results.filter((filing) => filing.id !== id),
        },
    );
    if (list && list.results.length === 0 && list.count > 0)
      void queries.invalidateQueries({ queryKey: FILINGS_KEY });
  };
}

/** Notifies the administrator when any import that was in progress ends. */
export function useEndedImports(imports: readonly Import[] | undefined): void {
  const { refresh } = useImportUpdate();
  // An import can add some and a revert can remove some.
  const refreshFilings = useRefetch(FILINGS_KEY);
  const inProgress = useRef(new Set<number>());

  const end = useEffectEvent((ended: Import) => {
    refresh();
    void refreshFilings();
    notifyEnd(ended);
  });
  useEffect(() => {
    for (const each of imports ?? []) {
      if (isInProgress(each)) inProgress.current.add(each.id);
      else if (inProgress.current.delete(each.id)) end(each);
    }
  }, [imports]);
}

/** Shows a notification of how an import or a revert ended, unless it is still in progress. */
export function notifyEnd(ended: Import): void {
  if (isInProgress(ended)) return;
  const { file_name: name, status, total, done } = ended;
  if (status === 'done') notify.success('Import complete', `${name}: ${formatWrittenRows(ended)} written.`);
  else if (status === 'reverted')
    notify.success('Import reverted', `${name}: ${formatWrittenRows(ended)} reverted.`);
  else
    notify.error(
      'Import interrupted',
      `${name} stopped at ${formatCount(done)} of ${formatCount(total)} rows.`,
    );
}

export type ImportPreview = EndpointOutput<typeof previewImport>;

export interface FileToImport {
  kind: ImportKind;
  file_name: string;
  content: string;
  /** The download whose file this is. */
  waiting_id?: number;
  repairs?: Repairs;
}

type RowRepair = NonNullable<Repairs['rows']>[number];

/**
 * Returns the repairs with another one, which replaces an earlier one of the same row or name. Another text of a line replaces its
 * edited cells; joining the line keeps its text.
 */
export function addRepair(
  { rows = [], companies = [], ...rest }: Repairs,
  repair: RowRepair | { name: string; symbol: string | null },
): Repairs {
  if ('name' in repair)
    return { ...rest, rows, companies: [...companies.filter(({ name }) => name !== repair.name), repair] };
  const { line, row, cells } = repair;
  const isReplaced = (each: RowRepair) =>
    each.line === line && (cells === undefined || (each.cells !== undefined && each.row === row));
  const earlier = cells ? {} : rows.find((each) => isReplaced(each) && each.cells === undefined);
  return {
    ...rest,
    companies,
    rows: [...rows.filter((each) => !isReplaced(each)), { ...earlier, ...repair }],
  };
}

export const countRepairs = ({ rows = [], companies = [], columns }: Repairs = {}): number =>
  rows.length + companies.length + (columns ? 1 : 0);

/** An unknown layout whose columns the administrator can choose. */
export interface UnknownLayout {
  file: FileToImport;
  rows: string[][];
}

interface PreviewRefresh {
  /** The reason, as a sentence. */
  reason: string;
  /** `true` if the result differs from the previous preview. */
  isDifferent: boolean;
}

export interface ShownPreview {
  /** A unique number of the preview. */
  number: number;
  file: FileToImport;
  preview: ImportPreview;
  /** The reason why the import was rejected and previewed again; `null` for the first preview. */
  refresh: PreviewRefresh | null;
}

/** Previews a file and imports it. If the result has changed since the preview, the file is previewed again. */
export function useImport({ onStarted }: { onStarted: () => void }) {
  const [shown, setShown] = useState<ShownPreview | null>(null);
  const [unknown, setUnknown] = useState<UnknownLayout | null>(null);
  const { update, refresh } = useImportUpdate();

  const previewing = useMutation({
    mutationFn: async (file: FileToImport) => ({ file, preview: await api(previewImport, { body: file }) }),
  });
  const preview = (
    file: FileToImport,
    { reason, isRepair = false }: { reason?: string; isRepair?: boolean } = {},
  ) =>
    previewing.mutate(file, {
      onSuccess: (next) => {
        setUnknown(null);
        setShown((last) => ({
          ...next,
          // The preview of a repair stays in place, with its tab and what is confirmed.
          number: (last?.number ?? 0) + (isRepair && last ? 0 : 1),
          refresh: reason && last ? { reason, isDifferent: isDifferent(last.preview, next.preview) } : null,
        }));
      },
      onError: (error) => {
        const sample =
          error instanceof ApiError && error.status === 400 && getMessagesByField(error.body).sample;
        if (sample) setUnknown({ file, rows: sample.map((row) => row.split('\t')) });
      },
    });

  const starting = useMutation({
    mutationFn: ({
      file,
      preview: { counts, fingerprint },
      confirmed,
    }: ShownPreview & { confirmed: string[] }) => {
      const expected = { new: counts.new, changed: counts.changed, review: counts.review, fingerprint };
      return api(startImport, { body: { ...file, expected, confirmed } });
    },
    // Also runs if the preview was closed in the meantime.
    onSuccess: (started) => {
      update(started);
      notifyEnd(started);
    },
  });
  const start = (confirmed: string[]) => {
    if (!shown) return;
    starting.mutate(
      { ...shown, confirmed },
      {
        onSuccess: () => {
          setShown(null);
          onStarted();
        },
        onError: (error) => {
          if (isConflict(error)) {
            refresh();
            preview(shown.file, { reason: getFirstMessage(error.body, 'detail') ?? PREVIEW_OUTDATED });
          }
        },
      },
    );
  };

  const { error: startError } = starting;
  return {
    shown,
    unknown,
    preview: (file: FileToImport) => {
      starting.reset();
      setUnknown(null);
      preview(file);
    },
    /** Checks the file again with other repairs. */
    repair: (file: FileToImport, repairs: Repairs) => {
      starting.reset();
      preview({ ...file, repairs }, { isRepair: true });
    },
    isPreviewing: previewing.isPending,
    previewFailure: previewing.error ? getAdminErrorMessage(previewing.error) : null,
    start,
    isStarting: starting.isPending || (isConflict(startError) && previewing.isPending),
    startFailure: startError && !isConflict(startError) ? getAdminErrorMessage(startError) : null,
    /** Discards the preview, including one that is still loading. */
    discard: () => {
      previewing.reset();
      starting.reset();
      setShown(null);
      setUnknown(null);
    },
  };
}

const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 409;

const isDifferent = (before: ImportPreview, after: ImportPreview) => before.fingerprint !== after.fingerprint;

const PREVIEW_OUTDATED = 'The result of the import has changed since the preview.';

export const KIND_LABELS: Record<ImportKind, string> = {
  'board-meetings': 'Board meetings',
  'book-closures': 'Book closures',
  prices: 'Prices',
  'index-values': 'Index values',
  'intraday-prices': 'Intraday prices',
  companies: 'Companies',
  'bank-statement': 'Bank statement',
};

export const ROW_LABELS: Record<PreviewStatus, string> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  review: 'Needs review',
  rejected: 'Rejected',
  left_out: 'Left out',
};

/** Formats `1 row` or `12,500 rows`. */
export const formatRows = (number: number) => `${formatCount(number)} ${number === 1 ? 'row' : 'rows'}`;

/** Formats the rows that an import writes: `48 new and 2 changed rows`. */
export function formatWrittenRows(counts: { new: number; changed: number }): string {
  const parts = (['new', 'changed'] as const).filter((status) => counts[status] > 0);
  const last = parts.at(-1);
  if (!last) return 'no rows';
  return `${parts.map((status) => `${formatCount(counts[status])} ${status}`).join(' and ')} ${counts[last] === 1 ? 'row' : 'rows'}`;
}
