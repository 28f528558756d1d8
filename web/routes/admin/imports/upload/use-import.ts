import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type ImportKind, previewImport, startImport } from '#contract/corporate-actions/imports.ts';
import type { EndpointOutput } from '#contract/endpoint.ts';
import { getFirstMessage } from '#contract/errors.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { getAdminErrorMessage } from '#web/routes/admin/admin-error-message.ts';
import { notifyEnd } from '#web/routes/admin/imports/history/use-ended-imports.ts';
import { useImportUpdate } from '#web/routes/admin/imports/history/use-imports.ts';

export type ImportPreview = EndpointOutput<typeof previewImport>;

interface FileToImport {
  kind: ImportKind;
  file_name: string;
  content: string;
}

interface PreviewRefresh {
  /** A sentence. */
  reason: string;
  /** Whether the import would write something else than before. */
  isDifferent: boolean;
}

export interface ShownPreview {
  /** Each preview has another. */
  number: number;
  file: FileToImport;
  preview: ImportPreview;
  /** Why the import was refused and its preview made anew; `null` for the first. */
  refresh: PreviewRefresh | null;
}

/** Previews a file and imports what was previewed. An import that would do something else by now is previewed anew. */
export function useImport({ onStarted }: { onStarted: () => void }) {
  const [shown, setShown] = useState<ShownPreview | null>(null);
  const { update } = useImportUpdate();

  const previewing = useMutation({
    mutationFn: async (file: FileToImport) => ({ file, preview: await api(previewImport, { body: file }) }),
  });
  const preview = (file: FileToImport, reason?: string) =>
    previewing.mutate(file, {
      onSuccess: (made) =>
        setShown((last) => ({
          ...made,
          number: (last?.number ?? 0) + 1,
          refresh: reason && last ? { reason, isDifferent: isDifferent(last.preview, made.preview) } : null,
        })),
    });

  const starting = useMutation({
    mutationFn: ({ file, preview: { counts } }: ShownPreview) =>
      api(startImport, { body: { ...file, expected: { new: counts.new, changed: counts.changed } } }),
    // Also when its preview was closed meanwhile: it has started all the same.
    onSuccess: (started) => {
      update(started);
      notifyEnd(started);
    },
  });
  const start = () => {
    if (!shown) return;
    starting.mutate(shown, {
      onSuccess: () => {
        setShown(null);
        onStarted();
      },
      onError: (error) => {
        if (isConflict(error)) preview(shown.file, getFirstMessage(error.body, 'detail') ?? PREVIEW_OUTDATED);
      },
    });
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
    /** Forgets the preview, also one that is still under way. */
    discard: () => {
      previewing.reset();
      starting.reset();
      setShown(null);
    },
  };
}

const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 409;

const isDifferent = ({ counts: before }: ImportPreview, { counts: after }: ImportPreview) =>
  before.new !== after.new || before.changed !== after.changed;

const PREVIEW_OUTDATED = 'What the import would do has changed since the preview.';
