import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AlertSettings, changeAlertSettings } from '#contract/alerts/endpoints.ts';
import { useAlertsKey } from '#web/alerts/unread-alerts.ts';
import { api } from '#web/api/api.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { notify } from '#web/ui/feedback/notify.ts';

/** A change of some settings, which the page shows at once. */
type Change = Partial<Pick<AlertSettings, 'email' | 'quiet_hours' | 'paused_until' | 'preferences'>> & {
  push_paused_at?: null;
};

/** The props of a part of the page. */
export interface SettingsProps {
  settings: AlertSettings;
  onChange: (change: Change) => void;
}

/** Returns a function that changes settings: on the page at once, and back if the server rejects it. */
export function useChange(): (change: Change) => void {
  const queries = useQueryClient();
  const queryKey = useAlertsKey('settings');
  const { mutate } = useMutation({
    mutationFn: (body: Change) => api(changeAlertSettings, { body }),
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

function applyChange(current: AlertSettings, { preferences = [], ...others }: Change): AlertSettings {
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
