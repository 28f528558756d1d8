import type { ReactNode } from 'react';
import { useSession } from '#web/session/session.ts';

/**
 * Content for signed-in users. The server renders the content for all kinds of users, and CSS shows the right one before the
 * first paint. After hydration React removes the others.
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
