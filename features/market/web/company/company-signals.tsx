import { getCompanyListPaths, getCompanyPath } from '#core/contract/paths.ts';
import { useSignUpPath } from '#core/web/session/use-sign-up-path.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { Skeleton } from '#core/web/ui/feedback/skeleton.tsx';
import { EmptyText, Section } from '#core/web/ui/section.tsx';
import { SignedIn, SignedOut } from '#core/web/ui/signed-in.tsx';
import { LazyPremiumNotice } from '#features/billing/web/public/subscriptions/lazy-premium-notice.tsx';
import type { SignalList } from '#features/signals/contract/endpoints.ts';
import type { SignalType } from '#features/signals/contract/signal-types.ts';
import { LazyLiveStatus } from '#features/signals/web/public/live/lazy-live-status.ts';
import { SignalCards } from '#features/signals/web/public/psx/signal-cards.tsx';
import { useSignals } from '#features/signals/web/public/psx/use-signals.ts';
import { TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';
import { LazyResultsLine } from '#features/signals/web/public/track-record/lazy-results-line.tsx';
import { getSignalFilters, type RenderedCompany } from './load-company.ts';

interface CompanySignalsProps {
  symbol: string;
  rendered: RenderedCompany | null;
}

/** The company's intraday signals, and for signed-in users the premium ones, which the server never renders. */
export function CompanySignals({ symbol, rendered }: CompanySignalsProps) {
  const signUp = useSignUpPath(getCompanyPath(symbol));
  return (
    <Section
      id="signals"
      title="Signals"
      link={{ to: getCompanyListPaths(symbol).signals, text: `Signal list of ${symbol}` }}
    >
      <div className="grid grid-cols-1 gap-6">
        <LazyResultsLine
          name={`Signals of ${symbol}`}
          scope={{ symbol }}
          rendered={rendered?.sections && { results: rendered.sections.results, asOf: rendered.asOf }}
        />
        <IntradaySignals symbol={symbol} rendered={rendered} />
        <SignedIn>
          <PremiumSignals symbol={symbol} />
        </SignedIn>
        <SignedOut>
          <Notice
            action={
              <ButtonLink to={signUp} variant="secondary">
                Sign up
              </ButtonLink>
            }
          >
            Swing and investment signals are premium. Sign up to see those of <span>{symbol}</span>, if there
            are any.
          </Notice>
        </SignedOut>
      </div>
      <LazyLiveStatus />
    </Section>
  );
}

function IntradaySignals({ symbol, rendered }: CompanySignalsProps) {
  const list = rendered?.sections?.signals;
  const signals = useSignals(
    'intraday',
    getSignalFilters(symbol),
    rendered && list ? { list, choices: null, asOf: rendered.asOf } : null,
  );
  return <TypeSignals symbol={symbol} type="intraday" query={signals} />;
}

function PremiumSignals({ symbol }: { symbol: string }) {
  const filters = getSignalFilters(symbol);
  const swing = useSignals('swing', filters, null);
  const investment = useSignals('investment', filters, null);
  // Without access to the type, the list has no position in the stream.
  if (swing.data?.last_event_id === null) return <LazyPremiumNotice list={swing.data} symbol={symbol} />;
  return (
    <>
      <TypeSignals symbol={symbol} type="swing" query={swing} />
      <TypeSignals symbol={symbol} type="investment" query={investment} />
    </>
  );
}

interface TypeSignalsProps {
  symbol: string;
  type: SignalType;
  query: Pick<ReturnType<typeof useSignals>, 'isError' | 'isFetching' | 'refetch'> & {
    data: SignalList | undefined;
  };
}

function TypeSignals({ symbol, type, query: { data, isError, isFetching, refetch } }: TypeSignalsProps) {
  const label = TYPE_LABELS[type];
  return (
    <div>
      <h3 className="mb-2 flex items-center gap-2 text-base">
        <span>{label}</span>
        {type === 'intraday' ? <Badge variant="free">FREE</Badge> : <Badge variant="pro">PRO</Badge>}
      </h3>
      {isError && (
        <LoadFailure isBusy={isFetching} onRetry={() => void refetch()}>
          Failed to load signals. Please try again.
        </LoadFailure>
      )}
      {!data && !isError && <Skeleton shape="cards">Loading signals...</Skeleton>}
      {data?.count === 0 && (
        <EmptyText>{`No ${label.toLowerCase()} signal of ${symbol} is active or ended in the last 30 days.`}</EmptyText>
      )}
      {data && data.count > 0 && <SignalCards label={`${label} signals`} signals={data.results} />}
    </div>
  );
}
