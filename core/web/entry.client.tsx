import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { createQueryClient } from './api/query-client.ts';
import { waitForHydrationCode } from './document/before-hydration.ts';

// In a task of its own, because evaluating the scripts is already one of the longest.
void waitForHydrationCode().then(() => setTimeout(hydrate));

function hydrate(): void {
  if (hasLeftRenderedUrl()) {
    location.reload();
    return;
  }
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <QueryClientProvider client={createQueryClient()}>
          <HydratedRouter />
        </QueryClientProvider>
      </StrictMode>,
    );
  });
}

/**
 * Returns whether Back or Forward led to another URL of the same document before the scripts were loaded, so that
 * the rendered page is not the one to hydrate.
 */
function hasLeftRenderedUrl(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  if (!navigation || !URL.canParse(navigation.name)) return false;
  const rendered = new URL(navigation.name);
  return rendered.pathname + rendered.search !== location.pathname + location.search;
}
