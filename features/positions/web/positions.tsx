import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { createPageMeta } from '#core/web/document/page-meta.ts';
import { addQuery, type PageHandle } from '#core/web/document/page-query.ts';
import { useSession } from '#core/web/session/session.ts';
import { LazyContent } from '#core/web/ui/lazy/lazy-content.tsx';
import { type LazyComponent, lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { WhenNear } from '#core/web/ui/lazy/when-near.tsx';
import { PageHeader } from '#core/web/ui/page-header.tsx';
import { SignedIn, SignedOut } from '#core/web/ui/signed-in.tsx';
import { AdminNotAllowed } from '#features/accounts/web/public/account/require-customer.tsx';
import { Holdings } from './holdings.tsx';
import { TradeButton } from './public/trade-button.tsx';

interface View {
  label: string;
  /** Of the first view, the page has it. */
  Code?: LazyComponent<object>;
}

const VIEWS = {
  holdings: { label: 'Holdings' },
  closed: { label: 'Closed trades', Code: lazyWithPreload(async () => (await loadClosed()).ClosedTrades) },
  income: { label: 'Income', Code: lazyWithPreload(async () => (await loadClosed()).Dividends) },
  returns: { label: 'Returns', Code: lazyWithPreload(async () => (await loadReturns()).Returns) },
  following: {
    label: 'What following earned',
    Code: lazyWithPreload(async () => (await loadReturns()).WhatFollowingEarned),
  },
  trades: { label: 'Trades', Code: lazyWithPreload(async () => (await import('./trades.tsx')).Trades) },
  actions: {
    label: 'Corporate actions',
    Code: lazyWithPreload(async () => (await import('./actions.tsx')).Actions),
  },
  taxes: { label: 'Taxes', Code: lazyWithPreload(async () => (await import('./taxes.tsx')).Taxes) },
  levels: {
    label: 'Price levels',
    Code: lazyWithPreload(async () => (await import('./public/levels.tsx')).Levels),
  },
  import: { label: 'Import', Code: lazyWithPreload(async () => (await import('./import.tsx')).Import) },
} satisfies Record<string, View>;
type ViewName = keyof typeof VIEWS;

const loadClosed = () => import('./closed-and-income.tsx');
const loadReturns = () => import('./returns.tsx');
const Example = lazyWithPreload(async () => (await import('./example.tsx')).Example);

const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];

const readView = (search: URLSearchParams): ViewName =>
  VIEW_NAMES.find((name) => name === search.get('view')) ?? 'holdings';

const toQuery = (view: ViewName) => new URLSearchParams(view === 'holdings' ? {} : { view });

export const handle: PageHandle = {
  query: ['view'],
  canonicalQuery: (search) => toQuery(readView(search)),
  hasFewValues: true,
};

export const meta = createPageMeta({
  title: 'My Positions',
  description:
    'What you hold, have sold and have received on the Pakistan Stock Exchange: gains, dividends, returns, estimated taxes, and what following signals earned.',
  path: paths.positions,
});

/** Nothing on the page belongs to a customer until the browser has loaded it: visitors see invented positions. */
export default function PositionsPage() {
  return (
    <>
      <PageHeader
        title="My Positions"
        description="What you hold, what it earned, and what comes next."
        actions={
          <SignedIn only="customer">
            <TradeButton draft={{}} label="Add a trade" variant="primary" />
          </SignedIn>
        }
      />
      <SignedOut>
        <LazyContent code={Example} props={{}} />
      </SignedOut>
      <SignedIn only="admin">
        <AdminNotAllowed />
      </SignedIn>
      <SignedIn only="customer">
        <MyPositions />
      </SignedIn>
    </>
  );
}

function MyPositions() {
  const { search } = useLocation();
  const user = useSession();
  const view = readView(new URLSearchParams(search));
  const { label, Code }: View = VIEWS[view];
  return (
    <>
      <ViewLinks current={view} />
      <section key={`${user?.id} ${view}`} aria-label={label}>
        {Code ? (
          <WhenNear code={Code} isRendered={false} name={label.toLowerCase()}>
            <Code />
          </WhenNear>
        ) : (
          <Holdings />
        )}
      </section>
    </>
  );
}

/** A row that scrolls on phones. */
function ViewLinks({ current }: { current: ViewName }) {
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the view
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav
      ref={row}
      aria-label="Views of my positions"
      className="scroll-row mb-5 flex gap-x-1 border-b border-line-strong text-sm sm:flex-wrap"
    >
      {VIEW_NAMES.map((name) => (
        <Link
          key={name}
          to={addQuery(paths.positions, toQuery(name))}
          preventScrollReset
          aria-current={name === current ? 'page' : undefined}
          className={`-mb-px inline-flex min-h-11 items-center border-b-2 px-3 whitespace-nowrap ${name === current ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink'}`}
        >
          {VIEWS[name].label}
        </Link>
      ))}
    </nav>
  );
}
