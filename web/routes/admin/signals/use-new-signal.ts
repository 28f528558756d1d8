import { useRef } from 'react';
import { publishSignal } from '#contract/signals/admin-endpoints.ts';
import { toSignalInput } from '#contract/signals/draft-content.ts';
import {
  createSignalDraft,
  publishSignalDraft,
  type SignalDraft as SavedDraft,
  saveSignalDraft,
  submitSignalDraft,
} from '#contract/signals/draft-endpoints.ts';
import { api } from '#web/api/api.ts';
import type { SignalDraft } from './signal-draft.ts';

/**
 * Returns the calls that store and publish a new signal. A draft is stored before it is submitted or published; if that fails,
 * the next call continues with the stored draft.
 */
export function useNewSignal(saved: SavedDraft | null, isApprovalRequired: boolean) {
  const stored = useRef(saved);

  const storeDraft = async (content: SignalDraft): Promise<SavedDraft> => {
    const current = stored.current;
    stored.current = current
      ? await api(saveSignalDraft, {
          params: { id: current.id },
          body: { ...content, expected_version: current.version },
        })
      : await api(createSignalDraft, { body: content });
    return stored.current;
  };

  /** Publishes the signal, or submits it if approval is required. Returns its symbol. */
  const publishNew = async (content: SignalDraft): Promise<{ symbol: string }> => {
    if (!stored.current && !isApprovalRequired) return api(publishSignal, { body: toSignalInput(content) });
    const { id, version } = await storeDraft(content);
    const params = { id };
    if (isApprovalRequired) {
      await api(submitSignalDraft, { params, body: { expected_version: version } });
      return content;
    }
    const reason = content.override_reason.trim();
    const body = { expected_version: version, ...(reason && { override_reason: reason }) };
    return api(publishSignalDraft, { params, body });
  };

  return { storeDraft, publishNew };
}
