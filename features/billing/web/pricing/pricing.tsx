import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirectDocument,
  useLoaderData,
} from 'react-router';
import { ApiError, callEndpoint } from '#core/web/api/call.ts';
import { toErrorResponseInit } from '#core/web/api/error-response.ts';
import { createServerSend, serverContext } from '#core/web/api/server-send.ts';
import { createPageLoadError, isReachable } from '#core/web/document/page-load-error.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import type { PageHandle } from '#core/web/document/page-query.ts';
import { Button } from '#core/web/ui/button.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { WhenNear } from '#core/web/ui/lazy/when-near.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { readPaddleProductData } from '#features/billing/contract/pricing.ts';
import { readPremiumSample } from '#features/signals/contract/track-record/premium-sample.ts';
import {
  loadRecentResults,
  NOT_CACHED,
} from '#features/signals/web/public/track-record/load-recent-results.ts';
import { PlanGrid } from './plan-grid.tsx';
import type { RenderedRecord } from './plan-record.tsx';
import { parseBilling } from './plans.ts';
import { type RenderedPricing, usePricing } from './use-pricing.ts';

export { headers } from '#core/web/document/rendered-page.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    const send = createServerSend(context, request);
    const [pricing, sample, swing, investment] = await Promise.all([
      callEndpoint(readPaddleProductData, {}, send),
      // The page is complete without it, but must not be cached.
      callEndpoint(readPremiumSample, {}, send).then(
        (response) => response.sample,
        (error: unknown) => {
          if (error instanceof ApiError) return undefined;
          throw error;
        },
      ),
      loadRecentResults({ signal_type: 'swing' }, send),
      loadRecentResults({ signal_type: 'investment' }, send),
    ]);
    const asOf = context.get(serverContext).now().toISOString();
    const isComplete = sample !== undefined && swing !== null && investment !== null;
    return data<RenderedPricing & RenderedRecord>(
      { pricing, sample, records: { swing, investment }, asOf },
      isComplete ? undefined : NOT_CACHED,
    );
  } catch (error) {
    // The browser repeats the call and shows the error.
    return data(null, toErrorResponseInit(error));
  }
}

const PlanRecord = lazyWithPreload(async () => (await import('./plan-record.tsx')).PlanRecord);

export const handle: PageHandle = {
  query: ['billing', 'plan'],
  canonicalQuery: (search) => {
    const query = new URLSearchParams(parseBilling(search) === 'yearly' ? { billing: 'yearly' } : {});
    const plan = search.get('plan');
    if (plan) query.set('plan', plan);
    return query;
  },
};

/** In the browser the component queries the plans itself. Only a document loaded from this path may load Paddle's script. */
export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  if (document.documentElement.dataset.billing === 'on') await reloadAsDocument(request);
  return null;
}

export const meta = createPageMeta({
  title: 'Pricing',
  description: 'Plans for swing and investment signals on the Pakistan Stock Exchange, monthly or yearly.',
});

export default function Pricing() {
  const rendered = useLoaderData<typeof loader>();
  const { data: pricing, error, refetch } = usePricing(rendered);
  return (
    <>
      <PageHeader
        title="Pricing"
        description="Plans that unlock swing and investment signals. Intraday signals are free."
      />
      {pricing ? (
        <PlanGrid pricing={pricing} />
      ) : error ? (
        <PricingFailure reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton shape="pair" className="max-w-4xl">
          Loading pricing plans...
        </Skeleton>
      )}
      <WhenNear code={PlanRecord} isRendered={Boolean(rendered)} name="the track record">
        <PlanRecord rendered={rendered} />
      </WhenNear>
    </>
  );
}

/**
 * Reloads a page that was opened by client-side navigation. A page with a more permissive Content-Security-Policy than
 * others calls this from its `clientLoader`, because the policy of a document does not change on navigation.
 */
async function reloadAsDocument(request: Request): Promise<void> {
  const { pathname, href } = new URL(request.url);
  if (getDocumentPath() === pathname.replace(/\/+$/, '')) return;
  throw (await isReachable(href)) ? redirectDocument(href) : createPageLoadError();
}

/** Returns the path from which the document was loaded. */
function getDocumentPath(): string {
  const [navigation] = performance.getEntriesByType('navigation');
  return new URL(navigation?.name ?? location.href).pathname.replace(/\/+$/, '');
}

/** Replaces the plans if they could not be loaded. */
function PricingFailure({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <section
      role="alert"
      aria-labelledby="pricing-failure"
      className="max-w-2xl rounded-box border border-s-4 border-danger bg-danger-soft px-5 py-4"
    >
      <h2 id="pricing-failure" className="text-lg">
        Unable to Load Pricing
      </h2>
      <p className="mt-1 wrap-anywhere">{reason}</p>
      <ul className="mt-3 list-disc ps-5 text-sm">
        <li>Check your internet connection.</li>
        <li>Make sure that the backend is running.</li>
        <li>If it still fails, refresh the page later.</li>
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={onRetry}>Try Again</Button>
        <Button variant="secondary" onClick={() => location.reload()}>
          Refresh Page
        </Button>
      </div>
    </section>
  );
}
