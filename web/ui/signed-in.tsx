import type { ReactNode } from 'react';
import { useSession } from '#web/session/session.ts';

/**
 * Content for one kind of reader. The page comes from the server with the content for everybody, and CSS shows the right
 * one before the first paint; once React knows who reads, only that one stays in the page. The wrapper has no box of its own.
 */
export function SignedIn({ only, children }: { only?: 'customer' | 'admin'; children: ReactNode }) {
  const user = useSession();
  const kind = user?.isAdmin ? 'admin' : 'customer';
  if (user === null || (user && only && only !== kind)) return null;
  return <div className={`contents ${only ? `for-${only}` : 'for-signed-in'}`}>{children}</div>;
}

export function SignedOut({ children }: { children: ReactNode }) {
  return useSession() ? null : <div className="contents for-signed-out">{children}</div>;
}
