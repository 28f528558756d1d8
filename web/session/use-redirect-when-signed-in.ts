import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from './session.ts';

/** Redirects a sign-in page to `next` when a user of that kind is signed in. Returns whether it redirects. */
export function useRedirectWhenSignedIn(kind: 'customer' | 'admin', next: string): boolean {
  const user = useSession();
  const navigate = useNavigate();
  const isSignedIn = Boolean(user && (user.isAdmin === true) === (kind === 'admin'));
  useEffect(() => {
    if (isSignedIn) navigate(next, { replace: true });
  }, [isSignedIn, navigate, next]);
  return isSignedIn;
}
