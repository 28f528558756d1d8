import { useEffect, useLayoutEffect } from 'react';
import { applyTheme } from '#web/frame/theme.ts';
import { setViewerAttribute, useSession } from '#web/session/session.ts';

/**
 * Restores `data-theme` and `data-viewer` on `<html>`, which the inline script set and which are lost when React renders the
 * document again for an error page. Sets `data-hydrated` once the page is interactive.
 */
export function useDocumentAttributes(): void {
  const user = useSession();
  useLayoutEffect(applyTheme, []);
  useLayoutEffect(() => {
    if (user !== undefined) setViewerAttribute();
  }, [user]);
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);
}
