import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Profile } from '#contract/accounts/profile.ts';
import type { Session } from '#contract/accounts/sessions.ts';
import { getErrorMessage } from '#web/api/error-message.ts';
import { useAccountKey, useSessions } from '#web/routes/account/account-queries.ts';
import { Section } from '#web/routes/account/profile/section.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { EndSessionsDialog } from './end-sessions-dialog.tsx';
import { SessionRow } from './session-row.tsx';

/** Lists the customer's sessions, and ends sessions on other devices. */
export function Sessions({ profile }: { profile: Profile }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: sessions, error, refetch } = useSessions();
  // Used when the pressed button is removed with its session or with the error.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const [ending, setEnding] = useState<{ session: Session | null } | null>(null);
  const removeEnded = useRemoveEnded();
  const retry = () => {
    focusHeading();
    void refetch();
  };

  const others = sessions?.filter((session) => !session.is_current) ?? [];
  const ended = async (session: Session | null) => {
    await removeEnded(session);
    // The button that opened the dialog has been removed.
    flushSync(() => setEnding(null));
    focusHeading();
    if (session) notify.success('Signed out', `${session.device} is signed out.`);
    else notify.success('Signed out everywhere else', 'Only this device is still signed in.');
  };
  return (
    <Section
      title="Your devices"
      description="Where you are signed in. If you do not recognize a device, sign it out, then change your password."
      headingRef={heading}
    >
      {error && (
        <LoadFailure title="Your devices could not be loaded" onRetry={retry} className="mb-4">
          {getErrorMessage(error)}
        </LoadFailure>
      )}
      {!sessions && !error && (
        <p role="status" className="flex items-center gap-2 py-4 text-muted">
          <Spinner />
          Loading your devices...
        </p>
      )}
      {sessions && (
        <ul className="divide-y divide-line rounded-box border border-line bg-surface">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setEnding({ session })} />
          ))}
        </ul>
      )}
      {sessions && others.length === 0 && (
        <p className="mt-3 text-sm text-muted">You are signed in on this device only.</p>
      )}
      {others.length > 0 && (
        <Button variant="secondary" className="mt-4" onClick={() => setEnding({ session: null })}>
          Sign out everywhere else
        </Button>
      )}
      {ending && (
        <EndSessionsDialog
          session={ending.session}
          profile={profile}
          onEnded={() => ended(ending.session)}
          onClose={() => setEnding(null)}
        />
      )}
    </Section>
  );
}

/** Removes an ended session from the list, or for `null` all other sessions, before the list is refetched. */
function useRemoveEnded() {
  const queries = useQueryClient();
  const queryKey = useAccountKey('sessions');
  return async (ended: Session | null) => {
    await queries.cancelQueries({ queryKey });
    queries.setQueryData<Session[]>(queryKey, (sessions) =>
      sessions?.filter((each) => (ended ? each.id !== ended.id : each.is_current)),
    );
    void queries.invalidateQueries({ queryKey });
  };
}
