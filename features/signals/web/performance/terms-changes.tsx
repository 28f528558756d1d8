import { formatShortDate, toKarachiDate } from '#core/contract/dates.ts';
import { formatSigned } from '#core/contract/text/format-signed.ts';
import { Figures } from '#core/web/ui/figure.tsx';
import type { TermsChange } from '#features/signals/contract/track-record/performance.ts';
import { PhoneFold } from './figures.tsx';

/** The changes of what the figures depend on, each with its entry in the public record. Nothing without any. */
export function TermsChanges({ changes }: { changes: readonly TermsChange[] }) {
  if (changes.length === 0) return null;
  return (
    <div className="mt-3">
      <PhoneFold title="Changes of the rules">
        <ul aria-label="Changes of the rules" className="grid max-w-prose gap-2 text-sm text-muted">
          {changes.map((change) => (
            <li key={change.sequence}>
              <span>
                <Figures>{describeTermsChange(change)}</Figures>
              </span>{' '}
              <a href={`/record/entries.jsonl?from=${change.sequence}&limit=1`} className="link">
                <span>{`Entry ${change.sequence} of the record`}</span>
              </a>
            </li>
          ))}
        </ul>
      </PhoneFold>
    </div>
  );
}

export function describeTermsChange({ changed_at, changes, figures }: TermsChange): string {
  const date = formatShortDate(toKarachiDate(new Date(changed_at)));
  const described = changes.map(describeChange).join('; ');
  const isFirst = changes.every(({ before }) => before === null);
  return `On ${date} ${described}. ${isFirst ? '' : describeFigures(figures)}`.trim();
}

/** The first terms of the record have no value before. A newer server can list a change that this page does not know. */
function describeChange({ name, before, after }: TermsChange['changes'][number]): string {
  if (!(name in FIRST_TERMS)) return 'another rule changed, as the entry says';
  if (before === null) return `${FIRST_TERMS[name](after ?? '')} stated for the first time`;
  switch (name) {
    case 'voids_count':
      return 'a rule was added: a signal that is voided after it could have been filled counts with its result, and of an overridden one the worse result counts';
    case 'cost_percent':
      return `the costs changed from ${before} % to ${after} % of the entry price`;
    case 'premium_public_after_days':
      return `the delay of premium results changed from ${before} to ${after} days (what was public stays public)`;
    case 'rules_version':
      return `the rules of the evaluation changed from version ${before} to version ${after}`;
  }
}

const FIRST_TERMS: Record<TermsChange['changes'][number]['name'], (value: string) => string> = {
  voids_count: () => 'the rule that voided and overridden signals count was',
  cost_percent: (value) => `costs of ${value} % of the entry price were`,
  premium_public_after_days: (value) => `a delay of premium results of ${value} days was`,
  rules_version: (value) => `version ${value} of the rules of the evaluation was`,
};

function describeFigures({ before, after }: TermsChange['figures']): string {
  const describe = ({ closed, win_rate, expectancy }: typeof before) =>
    win_rate === null || expectancy === null
      ? 'no closed signals'
      : `${closed} closed, ${win_rate} % won, ${formatSigned(expectancy)} R on average`;
  const [old, current] = [describe(before), describe(after)];
  return old === current
    ? `The results of all signals stayed the same: ${old}.`
    : `All signals before: ${old}. After: ${current}.`;
}
