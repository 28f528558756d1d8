import { type ReactNode, useRef } from 'react';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { usePageChange } from './use-page-change.ts';

/**
 * What stands around every page, the error pages included. The content fills the first screen at least: what arrives
 * later in it then never pushes a footer that somebody is looking at.
 */
export function Frame({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const title = usePageChange(main);
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Header />
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
