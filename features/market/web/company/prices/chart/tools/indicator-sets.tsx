import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { Button } from '#core/web/ui/button.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import {
  type ChartTools,
  deleteIndicatorSet,
  type Indicator,
  MAX_INDICATOR_SETS,
  SET_NAME_MAX_LENGTH,
  saveIndicatorSet,
  saveIndicators,
} from '#features/billing/contract/chart-tools.ts';
import { describeIndicator } from './indicator-kinds.ts';

interface IndicatorSetsProps {
  tools: ChartTools;
  saving: Pick<ReturnType<typeof useSaveTools>, 'saveSet' | 'deleteSet' | 'isSaving'>;
  onApply: (indicators: Indicator[]) => void;
}

/** The named sets of indicators that Pro subscribers save; for others what gives them access. */
export function IndicatorSets({ tools, saving, onApply }: IndicatorSetsProps) {
  const { has_sets, indicators, sets } = tools;
  const [name, setName] = useState('');
  if (!has_sets)
    return (
      <p className="mt-3 text-sm text-muted">
        Custom Indicators, which are named sets, are part of the Pro plan.{' '}
        <Link to={paths.pricing} className="link">
          See the plans
        </Link>
      </p>
    );
  const save = (event: FormEvent) => {
    event.preventDefault();
    saving.saveSet(name, indicators, () => setName(''));
  };
  return (
    <details className="mt-3 text-sm" open={sets.length > 0 || undefined}>
      <summary className="inline-flex min-h-8 items-center">
        <span className="link">Custom Indicators</span>
      </summary>
      <ul aria-label="Custom Indicators" className="mt-1">
        {sets.map((set) => (
          <li key={set.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
            <span className="min-w-0">
              <bdi className="font-medium wrap-anywhere">{set.name}</bdi>
              <span className="block text-muted">{set.indicators.map(describeIndicator).join(' · ')}</span>
            </span>
            <span className="ms-auto flex gap-2">
              <Button
                variant="secondary"
                size="small"
                aria-label={`Apply ${set.name}`}
                onClick={() => onApply(set.indicators)}
              >
                Apply
              </Button>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Delete ${set.name}`}
                onClick={() => saving.deleteSet(set.id)}
              >
                Delete
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {indicators.length === 0 ? (
        <p className="mt-2 text-muted">Add indicators to save them as a set.</p>
      ) : (
        <form onSubmit={save} className="mt-2 flex flex-wrap items-end gap-3">
          <TextField
            label="Name of the set"
            value={name}
            required
            maxLength={SET_NAME_MAX_LENGTH}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" variant="secondary" busy={saving.isSaving}>
            Save these indicators
          </Button>
          <p className="basis-full text-xs text-muted">
            At most {MAX_INDICATOR_SETS} sets. The same name replaces a set.
          </p>
        </form>
      )}
    </details>
  );
}

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
