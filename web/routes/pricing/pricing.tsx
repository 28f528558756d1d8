import {
  type ClientLoaderFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  useLoaderData,
} from 'react-router';
import { readPaddleProductData } from '#contract/billing/pricing.ts';
import { callEndpoint } from '#web/api/call.ts';
import { serverSend } from '#web/api/server-send.ts';
import { loadAsOwnDocument } from '#web/document/own-document.ts';
import { pageMeta } from '#web/document/page-meta.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PlansOnOffer } from './plans-on-offer.tsx';
import { PricingFailure } from './pricing-failure.tsx';
import { PricingSkeleton } from './pricing-skeleton.tsx';
import { type RenderedOffer, useOffer } from './use-offer.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  try {
    const offer = await callEndpoint(readPaddleProductData, {}, serverSend(context, request));
    return { offer, asOf: new Date().toISOString() } satisfies RenderedOffer;
  } catch {
    // The page asks again in the browser, and says there what went wrong. Nobody else is to be served this one.
    return data(null, { headers: { 'Cache-Control': 'no-store' } });
  }
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Within the browser the page asks for the plans itself. Only its own document may load Paddle's script from Paddle. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  if (document.documentElement.dataset.billing === 'on') loadAsOwnDocument(request);
  return null;
}

export const meta = pageMeta({
  title: 'Pricing',
  description: 'Plans for swing and investment signals on the Pakistan Stock Exchange, monthly or yearly.',
});

export default function Pricing() {
  const rendered = useLoaderData<typeof loader>();
  const { data: offer, error, refetch } = useOffer(rendered);
  return (
    <>
      <PageHeader
        title="Pricing"
        description="Plans that unlock swing and investment signals. Intraday signals are free."
      />
      {offer ? (
        <PlansOnOffer offer={offer} />
      ) : error ? (
        <PricingFailure reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <PricingSkeleton />
      )}
    </>
  );
}
