import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndpointOutput } from '#contract/endpoint.ts';
import { getFirstMessage } from '#contract/errors.ts';
import { type ImportKind, previewImport, startImport } from '#contract/imports/imports.ts';
import { getAdminErrorMessage } from '#web/admin/admin-query.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { notifyEnd } from '#web/routes/admin/imports/history/use-ended-imports.ts';
import { useImportUpdate } from '#web/routes/admin/imports/history/use-imports.ts';

export type ImportPreview = EndpointOutput<typeof previewImport>;

interface FileToImport {
  kind: ImportKind;
  file_name: string;
  content: string;
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
  const { update } = useImportUpdate();

  const previewing = useMutation({
    mutationFn: async (file: FileToImport) => ({ file, preview: await api(previewImport, { body: file }) }),
  });
  const preview = (file: FileToImport, reason?: string) =>
    previewing.mutate(file, {
      onSuccess: (next) =>
        setShown((last) => ({
          ...next,
          number: (last?.number ?? 0) + 1,
          refresh: reason && last ? { reason, isDifferent: isDifferent(last.preview, next.preview) } : null,
        })),
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
          if (isConflict(error))
            preview(shown.file, getFirstMessage(error.body, 'detail') ?? PREVIEW_OUTDATED);
        },
      },
    );
  };

  const { error: startError } = starting;
  return {
    shown,
    preview: (file: FileToImport) => {
      starting.reset();
      preview(file);
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
    },
  };
}

const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 409;

const isDifferent = (before: ImportPreview, after: ImportPreview) => before.fingerprint !== after.fingerprint;

const PREVIEW_OUTDATED = 'The result of the import has changed since the preview.';
