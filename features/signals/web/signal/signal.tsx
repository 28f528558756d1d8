import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import {
  data,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useParams,
} from 'react-router';
import { getSignalPath, paths } from '#core/contract/paths.ts';
import { api } from '#core/web/api/api.ts';
import { callEndpoint, isNotFound, type Send } from '#core/web/api/call.ts';
import { toErrorResponseInit } from '#core/web/api/error-response.ts';
import { shouldRetry, toInitialData } from '#core/web/api/query-options.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { createServerSend, serverContext } from '#core/web/api/server-send.ts';
import { NotFound } from '#core/web/frame/error-page.tsx';
import { RegistrationTerms } from '#core/web/session/registration-terms.tsx';
import { useSession } from '#core/web/session/session.ts';
import { useSignUpPath } from '#core/web/session/use-sign-up-path.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { ArrowLeftIcon, LockIcon } from '#core/web/ui/icons.tsx';
import { SignedIn, SignedOut } from '#core/web/ui/signed-in.tsx';
import { LazyPremiumNotice } from '#features/billing/web/public/subscriptions/lazy-premium-notice.tsx';
import { UnlessPaused } from '#features/billing/web/public/subscriptions/unless-paused.tsx';
import { listPrices } from '#features/market/contract/prices.ts';
import {
  getSignalDetails,
  type SignalDetails,
} from '#features/signals/contract/track-record/signal-details.ts';
import { getDelayUntilExpiry } from '#features/signals/web/delay-until-expiry.ts';
import { getSignalKey } from '#features/signals/web/public/signal-keys.ts';
import { isActiveSignal, TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { TypeLinks } from '#features/signals/web/public/type-links.tsx';
import { LazyPremiumSample } from '#features/signals/web/track-record/lazy-premium-sample.tsx';
import { getPriceWindow, type PricesOfSignal, selectBars, summarizeWindow } from './prices/price-window.ts';
import { createFallbackMeta, createSignalMeta } from './signal-meta.ts';
import { SignalReportView } from './signal-report.tsx';

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

const MOVED_PERMANENTLY = 301;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Loads the signal as visitors see it; the browser loads it again for signed-in users. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = readId(params);
  if (!UUID.test(id)) throw data(null, { status: 404 });
  if (params.id !== id) throw redirect(getSignalPath(id), MOVED_PERMANENTLY);
  const now = context.get(serverContext).now();
  const { rendered, init } = await loadSignal(id, createServerSend(context, request), now);
  if (rendered.isNotFound) throw data(null, { status: 404 });
  return data<RenderedSignal>(rendered, init);
}

export function meta(args: MetaArgs<typeof loader>) {
  const details = args.loaderData?.details;
  return details ? createSignalMeta(details)(args) : createFallbackMeta(args);
}

const readId = (params: { id?: string }) => (params.id ?? '').toLowerCase();

export default function Signal() {
  const rendered = useLoaderData<typeof loader>();
  const id = readId(useParams());
  return <LoadedSignal key={id} id={id} rendered={rendered} />;
}

function LoadedSignal({ id, rendered }: { id: string; rendered: RenderedSignal | null }) {
  const {
    data: details,
    error,
    isFetching,
    isPlaceholderData,
    dataUpdatedAt,
    refetch,
  } = useSignal(id, rendered);
  if (isNotFound(error)) return <NotFound />;
  const failure = error !== null && (
    <LoadFailure isBusy={isFetching} onRetry={() => void refetch()} className="mb-6">
      Failed to load the signal. Please try again.
    </LoadFailure>
  );
  if (!details)
    return (
      <>
        <BackLink />
        <h1 className="sr-only">Signal</h1>
        {failure || <Waiting isRendered={rendered !== null} />}
      </>
    );
  if (details.report)
    return (
      <>
        <BackLink />
        {failure}
        <SignalReportView
          report={details.report}
          renderedReport={rendered?.details?.report}
          prices={rendered?.prices}
          updatedAt={dataUpdatedAt}
        />
      </>
    );
  return (
    <>
      <BackLink />
      {failure}
      {details.risk_statement_required ? (
        <>
          <h1 className="sr-only">Signal</h1>
          <LazyPremiumNotice list={details} />
        </>
      ) : isPlaceholderData && !failure ? (
        // Visitors see the page as it is rendered; whether a customer may read the signal is not known yet.
        <>
          <SignedOut>
            <LockedSignal details={details} />
          </SignedOut>
          <SignedIn>
            <h1 className="sr-only">Signal</h1>
            <Skeleton>Loading the signal...</Skeleton>
          </SignedIn>
        </>
      ) : (
        <LockedSignal details={details} />
      )}
    </>
  );
}

/** Without scripts, nothing loads what the server could not render. */
function Waiting({ isRendered }: { isRendered: boolean }) {
  return (
    <>
      <Skeleton className="with-scripts">Loading the signal...</Skeleton>
      {isRendered && (
        <p className="without-scripts">The signal could not be loaded. Reload the page in a minute.</p>
      )}
    </>
  );
}

const BackLink = () => (
  <div className="no-print mb-5 flex flex-wrap items-center gap-x-5 gap-y-2">
    <ButtonLink to={paths.psxSignals} variant="secondary" size="small">
      <ArrowLeftIcon />
      All signals
    </ButtonLink>
    <TypeLinks />
  </div>
);

/** A premium signal for users who may not read it: only its type, and how to get access. */
function LockedSignal({ details: { id, signal_type, release_days } }: { details: SignalDetails }) {
  const signUp = useSignUpPath(getSignalPath(id));
  const type = TYPE_LABELS[signal_type];
  return (
    <div className="max-w-2xl">
      <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl">
        <LockIcon className="size-5" />
        <span>{`${type} signal`}</span>
        <Badge variant="pro">PRO</Badge>
      </h1>
      <p className="mt-3">
        <span>{type}</span> signals are premium. Subscribers see the symbol, the entry price, the stop loss,
        the targets and the timeline of this signal.
      </p>
      <p className="mt-2 text-muted">
        It becomes public, with its result, <span>{describeRelease(release_days)}</span>. Results that are
        public already are part of the performance statistics.
      </p>
      <SignedOut>
        <Notice className="mt-6" action={<ButtonLink to={signUp}>Sign up</ButtonLink>}>
          <RegistrationTerms />
        </Notice>
      </SignedOut>
      <SignedIn>
        <UnlessPaused className="mt-6" isRendered>
          <Notice
            tone="warning"
            className="offer mt-6"
            action={
              <ButtonLink to={paths.pricing} variant="secondary">
                View Plans
              </ButtonLink>
            }
          >
            Upgrade to premium to read Swing and Investment signals.
          </Notice>
        </UnlessPaused>
      </SignedIn>
      <LazyPremiumSample className="mt-6" />
      <p className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to={paths.intradaySignals} variant="secondary">
          Free intraday signals
        </ButtonLink>
        <ButtonLink to={paths.performance} variant="secondary">
          Performance
        </ButtonLink>
      </p>
    </div>
  );
}

function describeRelease(days: number): string {
  if (days === 0) return 'on the day of its end';
  return `${days} ${days === 1 ? 'day' : 'days'} after its end`;
}

/** Longer than a cached page may be old, so that a page view does not load what the server has just rendered. */
const STALE_MS = 120_000;
/** Changes of a signal in progress arrive by the stream; this is for evaluations, and for pages that do not follow it. */
const REFRESH_MS = 120_000;

/**
 * Queries a signal as the current user. A signed-in user first sees what the server rendered for a visitor. Queries again when
 * the signal expires.
 */
function useSignal(id: string, rendered: RenderedSignal | null) {
  const user = useSession();
  return useQuery({
    // Never the signal of another user.
    queryKey: getSignalKey(id, user),
    queryFn: () => api(getSignalDetails, { params: { id } }),
    enabled: user !== undefined,
    staleTime: STALE_MS,
    refetchInterval: ({ state }) => getRefreshDelay(state.data),
    retry: shouldRetry,
    // What has not changed since the server rendered it is the same object.
    structuralSharing: (previous, next) => replaceEqualDeep(previous ?? rendered?.details, next),
    placeholderData: rendered?.details ?? undefined,
    ...(!user && toInitialData(rendered?.details, rendered?.asOf)),
  });
}

function getRefreshDelay(details: SignalDetails | undefined): number {
  const signal = details?.report?.signal;
  if (!signal || !isActiveSignal(signal)) return REFRESH_MS;
  const delay = getDelayUntilExpiry([signal.expires_at], getNow().getTime());
  return delay === false ? REFRESH_MS : Math.min(delay, REFRESH_MS);
}

/** The page of a signal as the server rendered it for a visitor. */
interface RenderedSignal {
  /** `null` if it does not exist or could not be loaded. */
  details: SignalDetails | null;
  isNotFound: boolean;
  /** `null` without prices, `undefined` if they could not be loaded or the signal is locked: the browser then loads them. */
  prices: PricesOfSignal | null | undefined;
  asOf: string;
}

/** Loads a signal as a visitor. Returns the HTTP status and headers if a call failed. */
async function loadSignal(id: string, send: Send, now: Date) {
  const asOf = now.toISOString();
  let details: SignalDetails | null = null;
  try {
    details = await callEndpoint(getSignalDetails, { params: { id } }, send);
    const prices = await loadPrices(details, send, now);
    return { rendered: { details, isNotFound: false, prices, asOf }, init: undefined };
  } catch (error) {
    const init = toErrorResponseInit(error);
    const isMissing = details === null && isNotFound(error);
    return { rendered: { details, isNotFound: isMissing, prices: undefined, asOf }, init };
  }
}

async function loadPrices({ report }: SignalDetails, send: Send, now: Date) {
  if (report === null) return undefined;
  const priceWindow = getPriceWindow(report, now);
  const { symbol } = report.signal;
  const query = { range: priceWindow.range, adjusted: 'false' as const };
  const { bars } = await callEndpoint(listPrices, { params: { symbol }, query }, send);
  return summarizeWindow(selectBars(bars, priceWindow));
}
