import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#core/web/api/api.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { notify } from '#core/web/ui/feedback/notify.ts';
import {
  type AlertSettings,
  changeAlertSettings,
  type SettingsChange,
} from '#features/alerts/contract/endpoints.ts';
import { useAlertsKey } from '#features/alerts/web/public/unread-alerts.ts';

/** The props of a part of the page. */
export interface SettingsProps {
  settings: AlertSettings;
  onChange: (change: SettingsChange) => void;
}

/** Returns a function that changes settings: on the page at once, and back if the server rejects it. */
export function useChange(): (change: SettingsChange) => void {
  const queries = useQueryClient();
  const queryKey = useAlertsKey('settings');
  const { mutate } = useMutation({
    mutationFn: (body: SettingsChange) => api(changeAlertSettings, { body }),
    scope: { id: 'alert-settings' },
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<AlertSettings>(queryKey, (current) => current && applyChange(current, change));
    },
    onError: (error) => {
      notify.error('Not saved', getErrorMessage(error));
      void queries.invalidateQueries({ queryKey });
    },
  });
  return mutate;
}

/**
 * Returns a function that runs a change and then reads the settings again, and whether it is running. An error is shown with the title `failure`, or
 * passed to it.
 */
export function useRun(part: 'settings' | 'webhook') {
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  const queryKey = useAlertsKey(part);
  const run = async (failure: string | ((message: string) => void), work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (typeof failure === 'string') notify.error(failure, getErrorMessage(error));
      else failure(getErrorMessage(error));
    }
    setBusy(false);
    await queries.invalidateQueries({ queryKey });
  };
  return { isBusy, run };
}

function applyChange(current: AlertSettings, { preferences = [], ...others }: SettingsChange): AlertSettings {
  const isReplaced = (kind: string, channel: string) =>
    preferences.some((preference) => preference.kind === kind && preference.channel === channel);
  return {
    ...current,
    ...others,
    preferences: [
      ...current.preferences.filter(({ kind, channel }) => !isReplaced(kind, channel)),
      ...preferences,
    ],
  };
}
