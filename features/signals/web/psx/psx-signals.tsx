import { useContext, useEffect, useMemo } from 'react';
import {
  data,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useLocation,
  useNavigate,
} from 'react-router';
import { addNext, paths } from '#core/contract/paths.ts';
import { callEndpoint } from '#core/web/api/call.ts';
import { toErrorResponseInit } from '#core/web/api/error-response.ts';
import { createServerSend, serverContext } from '#core/web/api/server-send.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { type PageHandle, usePageUrl } from '#core/web/document/page-query.ts';
import { NonceContext } from '#core/web/document/request-context.ts';
import { SESSION_ENDED_KEY, useSession } from '#core/web/session/session.ts';
import { useSignUpPath } from '#core/web/session/use-sign-up-path.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { loadAfterIdle } from '#core/web/ui/lazy/after-idle.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { SignedIn, SignedOut } from '#core/web/ui/signed-in.tsx';
import { listPsxSignals, listSignalChoices } from '#features/signals/contract/endpoints.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import {
  readFilters,
  type SignalFilters,
  signalList,
  toSignalsQuery,
} from '#features/signals/web/public/psx/filters.ts';
import type { RenderedSignals } from '#features/signals/web/public/psx/use-signals.ts';
import { TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { LazyResultsLine } from '#features/signals/web/public/track-record/lazy-results-line.tsx';
import {
  loadRecentResults,
  NOT_CACHED,
  type RenderedResults,
  type ResultsScope,
} from '#features/signals/web/public/track-record/load-recent-results.ts';
import { SignalResults } from './signal-results.tsx';
import { getSignalType, getTypePath, isFree, TypeTabs, toCanonicalQuery } from './type-tabs.tsx';

export { clientLoader, headers } from '#core/web/document/rendered-page.ts';

/** Loads the signals of the free tab. The server renders the page for a visitor, who does not see the others. */
export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const type = getSignalType(url.pathname, url.searchParams);
  const asOf = context.get(serverContext).now().toISOString();
  const send = createServerSend(context, request);
  const scope = getResultsScope(type);
  if (type === null || !isFree(type)) {
    const results = await loadRecentResults(scope, send);
    return data<Rendered>({ signals: null, results, asOf }, results === null ? NOT_CACHED : undefined);
  }
  try {
    const [list, choices, results] = await Promise.all([
      callEndpoint(listPsxSignals, { query: toSignalsQuery(type, readFilters(url.searchParams)) }, send),
      callEndpoint(listSignalChoices, { query: { signal_type: type } }, send).catch(() => null),
      loadRecentResults(scope, send),
    ]);
    // A page without the choices or the results is usable, but must not be cached.
    const init = choices === null || results === null ? NOT_CACHED : undefined;
    return data<Rendered>({ signals: { list, choices, asOf }, results, asOf }, init);
  } catch (error) {
    // The browser repeats the call and shows the error.
    return data<Rendered>({ signals: null, results: null, asOf }, toErrorResponseInit(error));
  }
}

interface Rendered extends RenderedResults {
  signals: RenderedSignals | null;
}

const getResultsScope = (type: SignalType | null): ResultsScope =>
  type === null ? {} : { signal_type: type };

export const handle: PageHandle = {
  query: ['signal_type', ...signalList.paramNames],
  canonicalQuery: toCanonicalQuery,
  // Only the server asks.
  hasFewValues: import.meta.env.SSR
    ? (query) => [...query.keys()].every((name) => name === 'signal_type' || name === 'view')
    : true,
};

/** A tab is described as the page of its type, whichever URL leads to it. */
export function meta(args: Pick<MetaArgs, 'location' | 'matches'>) {
  const { pathname, search } = args.location;
  const type = getSignalType(pathname, new URLSearchParams(search));
  const name = type === null ? 'PSX' : TYPE_LABELS[type];
  return createPageMeta({
    title: `${name} Signals`,
    description: `${name} trading signals for the Pakistan Stock Exchange, each with entry, stop loss and targets.`,
    path: type === null ? paths.psxSignals : getTypePath(type),
  })(args);
}

const PANEL_ID = 'signals';

const PremiumSample = loadAfterIdle(
  async () => (await import('#features/signals/web/public/track-record/premium-sample.tsx')).PremiumSample,
);

export default function PsxSignals() {
  const data = useLoaderData<typeof loader>();
  const rendered = data?.signals ?? null;
  const { pathname, search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const type = getSignalType(pathname, params);
  const filters = useMemo(() => readFilters(params), [params]);
  return (
    <>
      <PageHeader title="PSX Signals" description="Entry price, stop loss and targets from our analysts." />
      <TypeTabs chosen={type} filters={filters} panelId={PANEL_ID} />
      {type === null ? (
        <div className="pt-6">
          <LazyResultsLine name="Our record" scope={getResultsScope(null)} rendered={data} className="mb-4" />
          <EmptyState title="Select a Signal Type">
            Choose Intraday, Swing or Investment above to see its signals.
          </EmptyState>
        </div>
      ) : (
        <div role="tabpanel" id={PANEL_ID} aria-label={`${TYPE_LABELS[type]} signals`} className="pt-6">
          <LazyResultsLine
            name={`${TYPE_LABELS[type]} signals`}
            scope={getResultsScope(type)}
            rendered={data}
            className="mb-4"
          />
          {isFree(type) ? (
            <>
              <h2 className="sr-only">{`${TYPE_LABELS[type]} signals`}</h2>
              <SignalResults key={type} type={type} filters={filters} rendered={rendered} />
              <SignedOut>
                <UpgradePanel />
                <PremiumSample className="mt-4" />
              </SignedOut>
            </>
          ) : (
            <PremiumResults key={type} type={type} filters={filters} />
          )}
        </div>
      )}
    </>
  );
}

/** Swing and investment signals. Visitors are redirected to sign-up, which leads back here. */
function PremiumResults({ type, filters }: { type: 'swing' | 'investment'; filters: SignalFilters }) {
  const user = useSession();
  const navigate = useNavigate();
  const pageUrl = usePageUrl();
  const signUp = useSignUpPath(pageUrl);
  useEffect(() => {
    if (user === null) navigate(signUp, { replace: true });
  }, [user, navigate, signUp]);
  return (
    <>
      {user === undefined && <RedirectVisitors next={pageUrl} />}
      <h2 className="sr-only">{`${TYPE_LABELS[type]} signals`}</h2>
      <SignedIn>
        <SignalResults type={type} filters={filters} rendered={null} />
      </SignedIn>
      <SignedOut>
        <Notice
          title={`${TYPE_LABELS[type]} signals are premium`}
          action={<ButtonLink to={signUp}>Sign up</ButtonLink>}
        >
          They need an account with premium access.
        </Notice>
      </SignedOut>
    </>
  );
}

function UpgradePanel() {
  return (
    <Notice
      title="Unlock Swing and Investment signals"
      className="offer mt-6"
      action={
        <ButtonLink to={paths.pricing} variant="secondary">
          View Pricing
        </ButtonLink>
      }
    >
      Intraday signals are free. Premium adds swing and investment signals with the same entry, stop loss and
      targets.
    </Notice>
  );
}

/**
 * An inline script that leads visitors to sign-up, or to sign-in if their session has ended, before the page is hydrated,
 * which would take longer than loading the other page. It must agree with `useSignUpPath`. Only for the document that the server
 * renders: hydration leaves the script as it is, and scripts that React creates in a browser are not executed.
 */
function RedirectVisitors({ next }: { next: string }) {
  const nonce = useContext(NonceContext);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped below
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? getScript(next) : '' }}
    />
  );
}

const getScript = (next: string) => `(function () {
  if (document.documentElement.dataset.viewer !== 'visitor') return;
  var target = ${toLiteral(addNext(paths.signUp, next))};
  try {
    if (localStorage.getItem('${SESSION_ENDED_KEY}') !== null) target = ${toLiteral(addNext(paths.signIn, next))};
  } catch (error) {}
  location.replace(target);
})()`;

/** `next` contains free text, which must not end the script. */
const toLiteral = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c');
