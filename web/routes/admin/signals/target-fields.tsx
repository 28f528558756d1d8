import { type ReactNode, use, useId, useRef, useState } from 'react';
import type { DraftContent } from '#contract/signals/draft-content.ts';
import { MAX_TARGETS } from '#contract/signals/signal-body.ts';
import { Button } from '#web/ui/button.tsx';
import { FormErrors } from '#web/ui/forms/field.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { PriceField } from './price-field.tsx';
import { TARGETS_IN_FORM } from './signal-form.ts';

interface TargetFieldsProps {
  draft: DraftContent;
  /** Returns the warning about a field. */
  warn: (field: string) => ReactNode;
  isPublished: boolean;
  onChange: (changes: Partial<DraftContent>) => void;
}

/**
 * The targets: three, or another number if the administrator asks for it. Their errors are in lines below them, because the fields
 * are narrow.
 */
export function TargetFields({ draft: { targets }, warn, isPublished, onChange }: TargetFieldsProps) {
  const id = useId();
  const errors = use(FormErrors);
  const list = errors.target_points?.[0];
  const getErrorId = (index: number) =>
    errors[`target_points.${index}`] ? `${id}-${index}` : list ? `${id}-list` : undefined;
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Targets</legend>
      <div className="grid grid-cols-3 items-start gap-x-2 gap-y-3 sm:gap-x-4">
        {targets.map((price, index) => (
          <PriceField
            // biome-ignore lint/suspicious/noArrayIndexKey: a target is identified by its position
            key={index}
            label={`TP${index + 1}`}
            value={price}
            hint={warn(`target_points.${index}`)}
            errorId={getErrorId(index)}
            readOnly={isPublished}
            onPrice={(typed) => onChange({ targets: targets.with(index, typed) })}
          />
        ))}
      </div>
      {targets.map((_, index) => {
        const error = errors[`target_points.${index}`]?.[0];
        const name = `TP${index + 1}`;
        return (
          error && (
            <p key={name} id={`${id}-${index}`} className="text-sm text-danger">
              {error.startsWith(name) ? error : `${name}: ${error}`}
            </p>
          )
        );
      })}
      {list && (
        <p id={`${id}-list`} className="text-sm text-danger">
          {list}
        </p>
      )}
      {!isPublished && (
        <TargetCount targets={targets} onChange={(changed) => onChange({ targets: changed })} />
      )}
    </fieldset>
  );
}

interface TargetCountProps {
  targets: readonly string[];
  onChange: (targets: string[]) => void;
}

const COUNTS = Array.from({ length: MAX_TARGETS }, (_, index) => String(index + 1));

/** Changes the number of targets. A target that is removed comes back with its price. */
function TargetCount({ targets, onChange }: TargetCountProps) {
  const [isOpen, setOpen] = useState(targets.length !== TARGETS_IN_FORM);
  const removed = useRef<readonly string[]>([]);
  const setCount = (count: number) => {
    const all = [...targets, ...removed.current.slice(targets.length)];
    removed.current = all;
    onChange(Array.from({ length: count }, (_, index) => all[index] ?? ''));
  };
  if (!isOpen) {
    return (
      <div>
        <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
          Other number of targets
        </Button>
      </div>
    );
  }
  return (
    <div className="max-w-48">
      <SelectField
        label="Number of Targets"
        value={String(targets.length)}
        options={COUNTS.map((value) => ({ value, label: value }))}
        onChange={(event) => setCount(Number(event.target.value))}
        autoFocus={targets.length === TARGETS_IN_FORM}
      />
    </div>
  );
}
