import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '#core/web/api/api.ts';
import { ApiError } from '#core/web/api/call.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { Button } from '#core/web/ui/button.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { MonitorIcon } from '#core/web/ui/icons.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import type { Profile } from '#features/accounts/contract/profile.ts';
import { revokeOtherSessions, revokeSession, type Session } from '#features/accounts/contract/sessions.ts';
import { useAccountKey, useSessions } from '#features/accounts/web/public/account/account-queries.ts';
import { Section } from '#features/accounts/web/public/account/profile/section.tsx';
import { ConfirmIdentityDialog, type Proof } from './confirm-identity-dialog.tsx';

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
      {!sessions && !error && <Skeleton shape="few">Loading your devices...</Skeleton>}
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

interface SessionRowProps {
  session: Session;
  onEnd: () => void;
}

function SessionRow({ session, onEnd }: SessionRowProps) {
  const { device, created_at, last_seen_at, is_current } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <MonitorIcon className="size-5 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 wrap-anywhere">{device}</span>
          {is_current && <Badge variant="active">This device</Badge>}
        </p>
        <p className="text-sm text-muted">
          Last seen <PakistanTime at={last_seen_at} />
        </p>
        <p className="text-sm text-muted">
          Signed in <PakistanTime at={created_at} />
        </p>
      </div>
      {!is_current && (
        <Button
          variant="secondary"
          size="small"
          onClick={onEnd}
          className="ms-9 sm:ms-0"
          aria-label={`Sign out ${device}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

interface EndSessionsDialogProps {
  /** The session to end; `null` for all other sessions. */
  session: Session | null;
  profile: Profile;
  onEnded: () => void;
  onClose: () => void;
}

/** Ends one other session, or all of them, after the customer confirms their identity. */
function EndSessionsDialog({ session, profile, onEnded, onClose }: EndSessionsDialogProps) {
  const send = (proof: Proof) => {
    const body = 'ticket' in proof ? { access_token: proof.ticket } : { current_password: proof.password };
    return session ? endSession(session, body) : api(revokeOtherSessions, { body });
  };
  return (
    <ConfirmIdentityDialog
      title={session ? 'Sign out a device' : 'Sign out everywhere else'}
      profile={profile}
      action={{ label: 'Sign out', busy: 'Signing out…' }}
      send={send}
      onDone={onEnded}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {session ? (
          <span>
            <strong>{session.device}</strong> is signed out immediately.
          </span>
        ) : (
          'Every other device is signed out immediately. This device stays signed in.'
        )}
      </p>
    </ConfirmIdentityDialog>
  );
}

/** Ends a session. Succeeds if it has already ended. */
async function endSession(
  { id }: Session,
  body: { current_password: string } | { access_token: string },
): Promise<void> {
  try {
    await api(revokeSession, { params: { id }, body });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
