import { type ReactNode, useRef } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { MarketStatus } from './market-status.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { usePageChange } from './use-page-change.ts';

/**
 * The header and footer around every page, including error pages. The content is at least one screen high, so that content
 * that loads later does not move a visible footer.
 */
export function Frame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const title = usePageChange(main);
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <NavigationProgress />
      <Header />
      <MarketStatus />
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="container-page min-h-[calc(100svh-var(--spacing-header))] py-8 sm:py-10"
      >
        {children}
      </main>
      <Footer />
      <p role="status" className="sr-only">
        {title}
      </p>
    </>
  );
}
