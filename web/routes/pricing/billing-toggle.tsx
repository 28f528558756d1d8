import { paths } from '#contract/paths.ts';
import { Button } from '#web/ui/button.tsx';
import type { Billing } from './plans.ts';

const LABELS: Record<Billing, string> = { monthly: 'Monthly', yearly: 'Yearly (Save 20%)' };

interface BillingToggleProps {
  billing: Billing;
  onChange: (billing: Billing) => void;
}

/** Switches between monthly and yearly prices. Without scripts it is a form. */
export function BillingToggle({ billing: current, onChange }: BillingToggleProps) {
  return (
    <form action={paths.pricing} className="flex flex-wrap items-center gap-3">
      <fieldset className="flex overflow-clip rounded-box border border-line-strong bg-surface">
        <legend className="sr-only">Billing</legend>
        {(['monthly', 'yearly'] as const).map((billing) => (
          <label
            key={billing}
            className="relative flex min-h-10 cursor-pointer items-center px-4 text-sm font-semibold text-muted select-none has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-current"
          >
            <input
              type="radio"
              name="billing"
              value={billing}
              checked={billing === current}
              onChange={() => onChange(billing)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            {LABELS[billing]}
          </label>
        ))}
      </fieldset>
      <Button type="submit" variant="secondary" className="without-scripts">
        Show
      </Button>
    </form>
  );
}
