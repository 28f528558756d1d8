import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { revokeOtherSessions, revokeSession, type Session } from '#contract/sessions.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { failureText } from '#web/api/failure-text.ts';
import { useAccountKey, useSessions } from '#web/routes/account/account-queries.ts';
import { Section } from '#web/routes/account/profile/section.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { notify } from '#web/ui/notify.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { SessionRow } from './session-row.tsx';

/** Where the customer is signed in, and the way to end it elsewhere. */
export function Sessions() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: sessions, error, refetch } = useSessions();
  // For when the button that was pressed goes: with what it ended, or with the error.
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const revoking = useRevoking(focusHeading);
  const retry = () => {
    focusHeading();
    void refetch();
  };

  const others = sessions?.filter((session) => !session.is_current) ?? [];
  const endOthers = () => revoking.mutate({ session: null });
  return (
    <Section
      title="Your devices"
      description="Where you are signed in. Sign out any device that you do not know, then change your password."
      headingRef={heading}
    >
      {error && (
        <LoadFailure title="Your devices could not be loaded" onRetry={retry} className="mb-4">
          {failureText(error)}
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
            <SessionRow
              key={session.id}
              session={session}
              isEnding={revoking.isPending && revoking.variables.session?.id === session.id}
              onEnd={() => revoking.mutate({ session })}
            />
          ))}
        </ul>
      )}
      {sessions && others.length === 0 && (
        <p className="mt-3 text-sm text-muted">You are signed in on this device only.</p>
      )}
      {others.length > 0 && (
        <Button
          variant="secondary"
          className="mt-4"
          busy={revoking.isPending && revoking.variables.session === null}
          onClick={endOthers}
        >
          Sign out everywhere else
        </Button>
      )}
    </Section>
  );
}

/** Ends one session, or for `null` all others; calls `onGone` when they have left the list. */
function useRevoking(onGone: () => void) {
  const queries = useQueryClient();
  const queryKey = useAccountKey('sessions');
  return useMutation({
    mutationFn: ({ session }: { session: Session | null }) =>
      session ? revoke(session) : api(revokeOtherSessions, {}),
    onSuccess: async (_, { session }) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData<Session[]>(queryKey, (sessions) =>
        sessions?.filter((each) => (session ? each.id !== session.id : each.is_current)),
      );
      onGone();
      if (session) notify.success('Signed out', `${session.device} is signed out.`);
      else notify.success('Signed out everywhere else', 'Only this device is still signed in.');
      await queries.invalidateQueries({ queryKey });
    },
    onError: (error) => notify.error('Failed to sign out', failureText(error)),
  });
}

/** A session that has ended meanwhile is what was asked for. */
async function revoke({ id }: Session): Promise<void> {
  try {
    await api(revokeSession, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
