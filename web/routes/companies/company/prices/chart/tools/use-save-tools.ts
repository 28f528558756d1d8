import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ChartTools,
  deleteIndicatorSet,
  type Indicator,
  saveIndicatorSet,
  saveIndicators,
} from '#contract/billing/chart-tools.ts';
import { api } from '#web/api/api.ts';
import { getErrorMessage } from '#web/api/error-message.ts';

/** Returns what changes the stored chart tools. New indicators are shown immediately, and changes are sent one after the other. */
export function useSaveTools(toolsKey: readonly string[]) {
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationKey: toolsKey,
    scope: { id: 'chart-tools' },
    mutationFn: (send: () => Promise<ChartTools>) => send(),
    onSuccess(tools) {
      // Later changes are shown already.
      if (queries.isMutating({ mutationKey: toolsKey }) === 1) queries.setQueryData(toolsKey, tools);
    },
    onError: () => queries.invalidateQueries({ queryKey: toolsKey }),
  });
  return {
    error: error && getErrorMessage(error, 'Failed to save your indicators'),
    isSaving: isPending,
    saveIndicators(indicators: Indicator[]) {
      queries.setQueryData<ChartTools>(toolsKey, (tools) => tools && { ...tools, indicators });
      mutate(() => api(saveIndicators, { body: { indicators } }));
    },
    saveSet: (name: string, indicators: Indicator[], onSaved: () => void) =>
      mutate(() => api(saveIndicatorSet, { body: { name, indicators } }), { onSuccess: onSaved }),
    deleteSet: (id: string) => mutate(() => api(deleteIndicatorSet, { params: { id } })),
  };
}
