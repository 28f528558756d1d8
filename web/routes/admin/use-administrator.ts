import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { type SignedInUser, useSession } from '#web/session/session.ts';

/**
 * The administrator who reads; `null` until that is known. Everybody else is sent to the administrators' sign-in. The
 * server decides on every call.
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
