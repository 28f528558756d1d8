import {
  data,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useParams,
} from 'react-router';
import { getSignalPath, paths } from '#contract/paths.ts';
import { isNotFound } from '#web/api/call.ts';
import { createServerSend, serverContext } from '#web/api/server-send.ts';
import { NotFound } from '#web/frame/error-page.tsx';
import { LazyPremiumNotice } from '#web/routes/subscriptions/lazy-premium-notice.tsx';
import { TypeLinks } from '#web/signals/type-links.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';
import { SignedIn, SignedOut } from '#web/ui/signed-in.tsx';
import { loadSignal, type RenderedSignal } from './load-signal.ts';
import { LockedSignal } from './locked-signal.tsx';
import { createFallbackMeta, createSignalMeta } from './signal-meta.ts';
import { SignalReportView } from './signal-report.tsx';
import { useSignal } from './use-signal.ts';

export { clientLoader, headers } from '#web/document/rendered-page.ts';

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
