import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addNext, paths } from '#contract/paths.ts';
import { type SignedInUser, useSession } from '#web/session/session.ts';

/**
 * Returns the signed-in administrator, or `null` while the session is loading. Redirects other users to the admin sign-in and back.
 * The server authorizes every call.
 */
export function useAdministrator(): SignedInUser | null {
  const user = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const target = pathname + search;
  const isAdmin = user?.isAdmin === true;
  useEffect(() => {
    if (user === undefined || isAdmin) return;
    const isDashboard = target === paths.adminDashboard;
    navigate(isDashboard ? paths.adminSignIn : addNext(paths.adminSignIn, target), { replace: true });
  }, [user, isAdmin, navigate, target]);
  return isAdmin ? user : null;
}
