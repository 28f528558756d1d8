import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { storeSession } from '#web/session/session.ts';
import { signOut } from '#web/session/sign-out.ts';
import { notify } from '#web/ui/feedback/notify.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import type { DemoOutcome } from './submit-demo-form.ts';

/** Handles an outcome once: stores the sign-in and opens the account's page, or drops the data of the previous time. */
export function useDemoOutcome(outcome: DemoOutcome | undefined): void {
  const handled = useRef<DemoOutcome>(undefined);
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    if (outcome === undefined || handled.current === outcome) return;
    handled.current = outcome;
    if (outcome.kind === 'failed') return;
    queries.removeQueries({ type: 'inactive' });
    if (outcome.kind === 'advanced') return void notify.success('The clock was advanced');
    // Ends the previous session, if any, before the next one is stored.
    void signOut();
    if (outcome.kind === 'signed-out') {
      notify.success('You are a visitor', 'Signed out of the demo.');
      return void navigate(paths.home);
    }
    storeSession(outcome.user, outcome.tokens);
    const { label, startPath } = DEMO_ACCOUNTS[outcome.account];
    notify.success(`Signed in as ${label}`, outcome.user.email);
    void navigate(startPath);
  }, [outcome, navigate, queries]);
}
