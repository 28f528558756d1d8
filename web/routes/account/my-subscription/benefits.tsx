import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';

/** Lists what premium access includes. */
export function Benefits() {
  return (
    <section aria-labelledby="benefits">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="benefits" className="text-lg">
          Premium benefits
        </h2>
        <ButtonLink to={paths.swingSignals} variant="secondary" size="small">
          View premium signals
        </ButtonLink>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {BENEFITS.map((benefit) => (
          <li key={benefit} className="flex items-start gap-3 py-2">
            <CheckIcon className="mt-1 size-4 shrink-0 text-accent" />
            {benefit}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        A signal is an opinion, not personal advice. Results are not guaranteed.
      </p>
    </section>
  );
}

const BENEFITS = [
  'Swing signals, held for days to weeks',
  'Investment signals, held for months or longer',
  'Entry price, stop loss and targets of every signal in progress',
  'Signals that were closed in the last 30 days',
  'All intraday signals, which are always free',
];
