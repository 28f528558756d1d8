import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirectDocument,
  useLoaderData,
} from 'react-router';
import { readPaddleProductData } from '#contract/billing/pricing.ts';
import { readPremiumSample } from '#contract/track-record/premium-sample.ts';
import { ApiError, callEndpoint } from '#web/api/call.ts';
import { toErrorResponseInit } from '#web/api/error-response.ts';
import { createServerSend, serverContext } from '#web/api/server-send.ts';
import { createPageLoadError, isReachable } from '#web/document/page-load-error.ts';
import { createPageMeta } from '#web/document/page-meta.ts';
import type { PageHandle } from '#web/document/page-query.ts';
import { LazyPremiumSample } from '#web/track-record/lazy-premium-sample.tsx';
import { NOT_CACHED } from '#web/track-record/load-recent-results.ts';
import type { RenderedSample } from '#web/track-record/premium-sample.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PlanGrid } from './plan-grid.tsx';
import { parseBilling } from './plans.ts';
import { type RenderedPricing, usePricing } from './use-pricing.ts';

export { headers } from '#web/document/rendered-page.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    const send = createServerSend(context, request);
    const [pricing, sample] = await Promise.all([
      callEndpoint(readPaddleProductData, {}, send),
      // The page is complete without it, but must not be cached.
      callEndpoint(readPremiumSample, {}, send).then(
        (response) => response.sample,
        (error: unknown) => {
          if (error instanceof ApiError) return undefined;
          throw error;
        },
      ),
    ]);
    const rendered = { pricing, sample, asOf: context.get(serverContext).now().toISOString() };
    return data<RenderedPricing & RenderedSample>(rendered, sample === undefined ? NOT_CACHED : undefined);
  } catch (error) {
    // The browser repeats the call and shows the error.
    return data(null, toErrorResponseInit(error));
  }
}

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
      <LazyPremiumSample rendered={rendered} className="mt-8 max-w-4xl" />
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
