import { useId, useState } from 'react';
import type { Indicator } from '#contract/billing/chart-tools.ts';
import { controlClass } from '#web/ui/forms/field.tsx';
import { changeParameter, INDICATOR_KINDS, type Parameter, readParameter } from './indicator-kinds.ts';

interface ParameterFieldsProps {
  indicator: Indicator;
  onChange: (changed: Indicator) => void;
}

/** The parameters of an indicator. A value applies when its field loses the focus, or with the Enter key. */
export function ParameterFields({ indicator, onChange }: ParameterFieldsProps) {
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
