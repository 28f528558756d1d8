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
  DEVIATION_LIMITS,
  deleteIndicatorSet,
  type Indicator,
  MAX_INDICATOR_SETS,
  PERIOD_LIMITS,
  SET_NAME_MAX_LENGTH,
  saveIndicatorSet,
  saveIndicators,
} from '#features/billing/contract/chart-tools.ts';

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
      <p className="offer mt-3 text-sm text-muted">
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

export type IndicatorKind = Indicator['kind'];

/** A parameter of an indicator that users set. */
export interface Parameter {
  name: string;
  label: string;
  min: number;
  max: number;
  step: number;
}

const period = (name: string, label: string): Parameter => ({ name, label, ...PERIOD_LIMITS, step: 1 });

interface KindOfIndicator {
  name: string;
  /** In front of the parameters, as in `SMA 20`. */
  short: string;
  parameters: readonly Parameter[];
  /** What a new one has. */
  initial: Indicator;
}

export const INDICATOR_KINDS: Readonly<Record<IndicatorKind, KindOfIndicator>> = {
  sma: {
    name: 'Simple moving average',
    short: 'SMA',
    parameters: [period('period', 'Period')],
    initial: { kind: 'sma', period: 50 },
  },
  ema: {
    name: 'Exponential moving average',
    short: 'EMA',
    parameters: [period('period', 'Period')],
    initial: { kind: 'ema', period: 20 },
  },
  bollinger: {
    name: 'Bollinger Bands',
    short: 'Bollinger',
    parameters: [
      period('period', 'Period'),
      { name: 'deviations', label: 'Deviations', ...DEVIATION_LIMITS, step: 0.1 },
    ],
    initial: { kind: 'bollinger', period: 20, deviations: 2 },
  },
  rsi: {
    name: 'Relative strength index',
    short: 'RSI',
    parameters: [period('period', 'Period')],
    initial: { kind: 'rsi', period: 14 },
  },
  macd: {
    name: 'MACD',
    short: 'MACD',
    parameters: [period('fast', 'Fast'), period('slow', 'Slow'), period('signal', 'Signal')],
    initial: { kind: 'macd', fast: 12, slow: 26, signal: 9 },
  },
  'volume-average': {
    name: 'Volume average',
    short: 'Volume average',
    parameters: [period('period', 'Period')],
    initial: { kind: 'volume-average', period: 20 },
  },
};

export const readParameter = (indicator: Indicator, { name }: Parameter): number =>
  Number((indicator as unknown as Record<string, number>)[name]);

/** Names an indicator with its parameters: `MACD 12, 26, 9`. */
export function describeIndicator(indicator: Indicator): string {
  const { short, parameters } = INDICATOR_KINDS[indicator.kind];
  return `${short} ${parameters.map((parameter) => readParameter(indicator, parameter)).join(', ')}`;
}

/** Returns the indicator with another value of a parameter, or what is wrong with the typed value. */
export function changeParameter(
  indicator: Indicator,
  parameter: Parameter,
  typed: string,
): { changed: Indicator } | { error: string } {
  const { name, min, max, step } = parameter;
  const value = Number(typed);
  const isStep = step === 1 ? Number.isInteger(value) : true;
  if (typed.trim() === '' || !isStep || !(value >= min && value <= max))
    return { error: `Enter a ${step === 1 ? 'whole number' : 'number'} from ${min} to ${max}.` };
  const changed = { ...indicator, [name]: value } as Indicator;
  if (changed.kind === 'macd' && changed.fast >= changed.slow)
    return { error: 'The fast period must be shorter than the slow one.' };
  return { changed };
}
