import type { Profile } from '#contract/accounts/profile.ts';
import { revokeOtherSessions, revokeSession, type Session } from '#contract/accounts/sessions.ts';
import { api } from '#web/api/api.ts';
import { ApiError } from '#web/api/call.ts';
import { ConfirmIdentityDialog } from '#web/routes/account/profile/security/confirm-identity-dialog.tsx';
import type { Proof } from '#web/routes/account/profile/security/use-identity-confirmation.ts';

interface EndSessionsDialogProps {
  /** The session to end; `null` for all other sessions. */
  session: Session | null;
  profile: Profile;
  onEnded: () => void;
  onClose: () => void;
}

/** Ends one other session, or all of them, after the customer confirms their identity. */
export function EndSessionsDialog({ session, profile, onEnded, onClose }: EndSessionsDialogProps) {
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
          <>
            <strong>{session.device}</strong> is signed out immediately.
          </>
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
