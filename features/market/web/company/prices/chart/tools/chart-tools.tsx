import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { api } from '#core/web/api/api.ts';
import { LIST_STALE_MS, shouldRetry } from '#core/web/api/query-options.ts';
import { Button } from '#core/web/ui/button.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { Figure } from '#core/web/ui/figure.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { controlClass } from '#core/web/ui/forms/field.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import {
  type Indicator,
  MAX_INDICATORS,
  type ChartTools as Tools,
} from '#features/billing/contract/chart-tools.ts';
import { calculateIndicator } from '#features/market/contract/indicators.ts';
import { listPrices, type PriceBar } from '#features/market/contract/prices.ts';
import type { ChartColors } from '#features/market/web/company/prices/chart/chart-colors.ts';
import type { ChartOverlay } from '#features/market/web/company/prices/chart/draw-chart.ts';
import {
  type Period,
  type PriceRow,
  summarizeBars,
} from '#features/market/web/public/company/prices/summarize-bars.ts';
import {
  type CalculatedIndicator,
  createIndicatorOverlay,
  getIndicatorColor,
  isDashed,
} from './draw-indicators.ts';
import {
  changeParameter,
  describeIndicator,
  INDICATOR_KINDS,
  type IndicatorKind,
  IndicatorSets,
  type Parameter,
  readParameter,
  useSaveTools,
} from './indicator-sets.tsx';

export interface ChartToolsProps {
  tools: Tools;
  /** The key of the query of the tools. */
  toolsKey: readonly string[];
  symbol: string;
  isAdjusted: boolean;
  candles: readonly PriceRow[];
  period: Period;
  colors: ChartColors;
  /** The candle whose figures are shown. */
  shown: PriceRow | undefined;
  onOverlay: (overlay: ChartOverlay | null) => void;
}

/** The indicators of a chart with their parameters and values, and named sets of them. */
export function ChartTools(props: ChartToolsProps) {
  const { tools, toolsKey, candles, colors, shown, onOverlay } = props;
  const { indicators } = tools;
  const { saveIndicators, error, ...saving } = useSaveTools(toolsKey);
  const { calculated, failure } = useIndicatorValues(props);
  const addButton = useRef<HTMLDivElement>(null);
  const overlay = useMemo(
    () => (calculated.length === 0 ? null : createIndicatorOverlay(candles, calculated, colors)),
    [candles, calculated, colors],
  );
  useEffect(() => {
    onOverlay(overlay);
    return () => onOverlay(null);
  }, [overlay, onOverlay]);

  const replace = (index: number, changed: Indicator) => saveIndicators(indicators.with(index, changed));
  const remove = (index: number) => {
    saveIndicators(indicators.toSpliced(index, 1));
    // The button that has the focus is removed.
    addButton.current?.querySelector('select')?.focus();
  };
  const shownIndex = shown ? candles.indexOf(shown) : -1;
  return (
    <section aria-labelledby="chart-indicators" className="mt-4">
      <h3 id="chart-indicators" className="text-base">
        Indicators
      </h3>
      {error !== null && (
        <Notice tone="danger" role="alert" className="mt-2">
          {error}
        </Notice>
      )}
      {failure}
      {indicators.length === 0 && (
        <p className="mt-1 text-sm text-muted">None. Add one, and every chart shows it.</p>
      )}
      <ul className="mt-1">
        {indicators.map((indicator, index) => (
          <IndicatorRow
            // Indicators have no other identity than their position.
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            key={`${index} ${indicator.kind}`}
            indicator={indicator}
            color={getIndicatorColor(index, colors)}
            isDashed={isDashed(index)}
            value={describeValues(calculated[index], shownIndex)}
            onChange={(changed) => replace(index, changed)}
            onRemove={() => remove(index)}
          />
        ))}
      </ul>
      <div ref={addButton} className="mt-3">
        <AddIndicator count={indicators.length} onAdd={(added) => saveIndicators([...indicators, added])} />
      </div>
      <IndicatorSets tools={tools} saving={saving} onApply={saveIndicators} />
      <p className="mt-3 text-xs text-muted">
        Calculated from all closes of the last five years, so a value does not depend on the range. Indicators
        describe past prices and are no advice.
      </p>
    </section>
  );
}

/**
 * Returns the values of the indicators at the candles. They are calculated from the longest history: the first values of a range
 * would be missing or imprecise otherwise.
 */
function useIndicatorValues({
  tools: { indicators },
  symbol,
  isAdjusted,
  candles,
  period,
}: ChartToolsProps): {
  calculated: readonly CalculatedIndicator[];
  failure: Elements;
} {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['prices', 'history', symbol, isAdjusted],
    queryFn: async () => {
      const query = { range: '5Y', adjusted: isAdjusted ? 'true' : 'false' } as const;
      return (await api(listPrices, { params: { symbol }, query })).bars;
    },
    staleTime: LIST_STALE_MS,
    retry: shouldRetry,
    enabled: indicators.length > 0,
  });
  const calculated = useMemo(
    () => (data ? calculateAll(indicators, data, candles, period) : []),
    [data, indicators, candles, period],
  );
  const failure = isError && !data && (
    <LoadFailure className="mt-2" isBusy={isFetching} onRetry={() => void refetch()}>
      Failed to load the prices that the indicators are calculated from. Please try again.
    </LoadFailure>
  );
  return { calculated, failure };
}

function calculateAll(
  indicators: readonly Indicator[],
  bars: readonly PriceBar[],
  candles: readonly PriceRow[],
  period: Period,
): CalculatedIndicator[] {
  const history = summarizeBars(bars, period).reverse();
  const series = {
    closes: history.map(({ close }) => Number(close)),
    volumes: history.map(({ volume }) => volume),
  };
  const positions = new Map(history.map(({ to }, index) => [to, index]));
  return indicators.map((indicator) => {
    const lines = Object.entries(calculateIndicator(indicator, series)).map(([name, values]) => [
      name,
      candles.map(({ to }) => values[positions.get(to) ?? -1] ?? null),
    ]);
    return { indicator, lines: Object.fromEntries(lines) };
  });
}

/** Describes the values at a candle: `478.20`, or for several lines `MACD 1.20, signal 0.80`. */
function describeValues(calculated: CalculatedIndicator | undefined, index: number): string {
  if (!calculated) return '';
  const format = (value: number) =>
    calculated.indicator.kind === 'volume-average'
      ? formatCount(Math.round(value))
      : // The minus sign is the typographic one, as wide as a plus.
        value.toFixed(2).replace('-', '−');
  const lines = Object.entries(calculated.lines);
  return lines
    .map(([name, values]) => {
      const value = values[index] ?? null;
      const figure = value === null ? '–' : format(value);
      return lines.length === 1 ? figure : `${name === 'macd' ? 'MACD' : name} ${figure}`;
    })
    .join(', ');
}

interface IndicatorRowProps {
  indicator: Indicator;
  color: string;
  isDashed: boolean;
  value: string;
  onChange: (changed: Indicator) => void;
  onRemove: () => void;
}

function IndicatorRow({ indicator, color, isDashed, value, onChange, onRemove }: IndicatorRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2 text-sm">
      <span className="flex items-center gap-2 font-medium max-sm:basis-full">
        <span
          aria-hidden="true"
          style={{ borderTopColor: color, borderTopStyle: isDashed ? 'dashed' : 'solid' }}
          className="w-5 border-t-2"
        />
        <span>{INDICATOR_KINDS[indicator.kind].name}</span>
      </span>
      <ParameterFields indicator={indicator} onChange={onChange} />
      <Figure>{value}</Figure>
      <Button
        variant="quiet"
        size="small"
        className="ms-auto"
        aria-label={`Remove ${describeIndicator(indicator)}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}

const KIND_OPTIONS = Object.entries(INDICATOR_KINDS).map(([value, { name }]) => ({ value, label: name }));

function AddIndicator({ count, onAdd }: { count: number; onAdd: (added: Indicator) => void }) {
  const [kind, setKind] = useState<IndicatorKind>('sma');
  if (count >= MAX_INDICATORS)
    return <p className="text-sm text-muted">At most {MAX_INDICATORS} indicators fit into a chart.</p>;
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(INDICATOR_KINDS[kind].initial);
      }}
    >
      <SelectField
        label="Indicator"
        options={KIND_OPTIONS}
        value={kind}
        onChange={({ target }) => setKind(target.value as IndicatorKind)}
      />
      <Button type="submit" variant="secondary">
        Add
      </Button>
    </form>
  );
}

interface ParameterFieldsProps {
  indicator: Indicator;
  onChange: (changed: Indicator) => void;
}

/** The parameters of an indicator. A value applies when its field loses the focus, or with the Enter key. */
function ParameterFields({ indicator, onChange }: ParameterFieldsProps) {
  return INDICATOR_KINDS[indicator.kind].parameters.map((parameter) => (
    <ParameterField key={parameter.name} parameter={parameter} indicator={indicator} onChange={onChange} />
  ));
}

function ParameterField({ indicator, parameter, onChange }: ParameterFieldsProps & { parameter: Parameter }) {
  const value = readParameter(indicator, parameter);
  const [stored, setStored] = useState(value);
  const [typed, setTyped] = useState(String(value));
  const [error, setError] = useState<string | null>(null);
  const id = useId();
  // Another set, or another device, changes it too.
  if (value !== stored) {
    setStored(value);
    setTyped(String(value));
    setError(null);
  }
  const apply = () => {
    const result = changeParameter(indicator, parameter, typed);
    setError('error' in result ? result.error : null);
    if ('changed' in result && readParameter(result.changed, parameter) !== value) onChange(result.changed);
  };
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <label htmlFor={id} className="text-muted">
        {parameter.label}
      </label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min={parameter.min}
        max={parameter.max}
        step={parameter.step}
        value={typed}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={apply}
        onKeyDown={({ key }) => {
          if (key === 'Enter') apply();
        }}
        className={`figures ${controlClass} max-w-20`}
      />
      {error !== null && (
        <span id={`${id}-error`} role="alert" className="basis-full text-danger">
          {error}
        </span>
      )}
    </span>
  );
}
