import { useEffect, useLayoutEffect } from 'react';
import { applyTheme } from '#web/frame/theme.ts';
import { markSignInState, useSession } from '#web/session/session.ts';

/**
 * Keeps the marks on `<html>`: `data-theme` and `data-reader`, which the inline script set and which are lost when React
 * makes the document anew for an error page, and `data-hydrated` once the page answers to its reader.
 */
export function useDocumentAttributes(): void {
  const user = useSession();
  useLayoutEffect(applyTheme, []);
  useLayoutEffect(() => {
    if (user !== undefined) markSignInState();
  }, [user]);
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);
}
