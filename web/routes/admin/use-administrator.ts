import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { type SignedInUser, useSession } from '#web/session/session.ts';

/**
 * Returns the signed-in administrator, or `null` while the session is loading. Redirects other users to the admin sign-in.
 * The server authorizes every call.
 */
export function useAdministrator(): SignedInUser | null {
  const user = useSession();
  const navigate = useNavigate();
  const isAdmin = user?.isAdmin === true;
  useEffect(() => {
    if (user !== undefined && !isAdmin) navigate(paths.adminSignIn, { replace: true });
  }, [user, isAdmin, navigate]);
  return isAdmin ? user : null;
}
