import type { ReactNode } from 'react';

/** Leaves lazy content as the server rendered it until its code is loaded; empty in the browser. */
export function RenderedUntilLoaded({ isLoaded, children }: { isLoaded: boolean; children: ReactNode }) {
  if (isLoaded) return <div key="live">{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the empty string keeps what the server rendered
  return <div key="rendered" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}
