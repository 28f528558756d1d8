import type { ReactNode } from 'react';
import { useSession } from '#core/web/session/session.ts';

interface SignedInProps {
  only?: 'customer' | 'admin';
  /** The classes of an item of a list, which the content then is. */
  item?: string;
  children: ReactNode;
}

/**
 * Content for signed-in users. The server renders the content for all kinds of users, and CSS shows the right one before the
 * first paint. After hydration React removes the others.
 */
export function SignedIn({ only, item, children }: SignedInProps) {
  const user = useSession();
  const kind = user?.isAdmin ? 'admin' : 'customer';
  if (user === null || (user && only && only !== kind)) return null;
  const Tag = item === undefined ? 'div' : 'li';
  return <Tag className={`${item ?? 'contents'} ${only ? `for-${only}` : 'for-signed-in'}`}>{children}</Tag>;
}

export function SignedOut({ children }: { children: ReactNode }) {
  return useSession() ? null : <div className="contents for-signed-out">{children}</div>;
}
