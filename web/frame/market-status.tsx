import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { RootData } from '#contract/page-entry.ts';
import { loadAfterIdle } from '#web/ui/after-idle.tsx';

const FollowMarket = loadAfterIdle(async () => (await import('./follow-market.ts')).FollowMarket);

/**
 * States whether the exchange is open: as the server rendered it, then by the time. Not a live region, because no user waits for
 * the change. The line has its height without a text too, so that nothing moves.
 */
export function MarketStatus() {
  const rendered = useRouteLoaderData<RootData>('root')?.market;
  const [period, setPeriod] = useState(rendered?.periods[0]);
  return (
    <aside aria-label="Market hours" className="no-print container-page h-6 pt-1.5 text-xs text-muted">
      {rendered && period && (
        <>
          <p data-state={period.state} className="market-status figures truncate">
            PSX: {period.text}
          </p>
          <FollowMarket rendered={rendered} onChange={setPeriod} />
        </>
      )}
    </aside>
  );
}
