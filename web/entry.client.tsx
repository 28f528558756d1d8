import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { createQueryClient } from './api/query-client.ts';
import { waitForHydrationCode } from './document/before-hydration.ts';

void waitForHydrationCode().then(() => {
  if (hasLeftRenderedAddress()) return location.reload();
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
});

/**
 * Whether Back or Forward has led, before the scripts came, to another address of the same document: what the server
 * rendered is not that page.
 */
function hasLeftRenderedAddress(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  if (!navigation || !URL.canParse(navigation.name)) return false;
  const rendered = new URL(navigation.name);
  return rendered.pathname + rendered.search !== location.pathname + location.search;
}
