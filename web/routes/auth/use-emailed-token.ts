import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * The token of the mailed link that opened the page: `undefined` until the browser is asked, `null` for none. It comes
 * behind the `#`, which no server sees, and is taken out of the address at once; only the page remembers it.
 */
export function useEmailedToken(): string | null | undefined {
  const { hash } = useLocation();
  const [token, setToken] = useState<string | null>();
  // Another link may be opened on the open page: then the hash changes, and nothing is loaded anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address bar is read, which is ahead of the router
  useEffect(() => {
    const found = new URLSearchParams(window.location.hash.slice(1)).get('token');
    if (found) {
      const { pathname, search } = window.location;
      window.history.replaceState(window.history.state, '', pathname + search);
    }
    setToken((known) => found ?? known ?? null);
  }, [hash]);
  return token;
}
