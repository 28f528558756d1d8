import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { listContextWords } from '#contract/accounts/password-context.ts';
import type { Profile } from '#contract/accounts/profile.ts';
import type { estimateStrength } from './estimate-strength.ts';

interface PasswordStrengthProps {
  password: string;
  profile: Profile;
}

const LABELS = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const;
const COLORS = ['bg-danger', 'bg-danger', 'bg-warning', 'bg-accent', 'bg-accent'] as const;
const BARS = [1, 2, 3, 4];

/** Shows the strength of the new password as a word and a bar. It never blocks. */
export function PasswordStrength({ password, profile }: PasswordStrengthProps) {
  const estimate = useEstimate();
  const personal = useMemo(() => {
    const { first_name, last_name, email } = profile;
    return [first_name, last_name, email, ...listContextWords([first_name, last_name, email])];
  }, [profile]);
  const typed = useDeferredValue(password);
  const strength = useMemo(
    () => (estimate && typed !== '' ? estimate(typed, personal) : null),
    [estimate, typed, personal],
  );
  return (
    <div className="min-h-5">
      {strength && (
        <div aria-hidden="true" className="mt-1 mb-1.5 grid grid-cols-4 gap-1">
          {BARS.map((bar) => (
            <span
              key={bar}
              className={`h-1 rounded-box ${bar <= Math.max(1, strength.score) ? COLORS[strength.score] : 'bg-line'}`}
            />
          ))}
        </div>
      )}
      <p aria-live="polite" className="text-sm text-muted">
        {strength && (
          <>
            Password strength: <strong className="text-ink">{LABELS[strength.score]}</strong>
            {strength.advice && <span className="block">{strength.advice}</span>}
          </>
        )}
      </p>
    </div>
  );
}

/** Lazy-loads the estimator. Returns `null` until it is loaded, and if it fails to load: the form works without it. */
function useEstimate(): typeof estimateStrength | null {
  const [estimate, setEstimate] = useState<typeof estimateStrength | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    import('./estimate-strength.ts').then(
      (loaded) => {
        if (!isUnmounted) setEstimate(() => loaded.estimateStrength);
      },
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, []);
  return estimate;
}
