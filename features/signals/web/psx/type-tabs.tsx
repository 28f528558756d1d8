import { Link } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { useSignUpPath } from '#core/web/session/use-sign-up-path.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import type { Elements } from '#core/web/ui/elements.ts';
import { LockIcon } from '#core/web/ui/icons.tsx';
import { SignedIn, SignedOut } from '#core/web/ui/signed-in.tsx';
import { TabList } from '#core/web/ui/tabs/tab-list.tsx';
import { SIGNAL_TYPES, type SignalType } from '#features/signals/contract/signal-types.ts';
import {
  getSignalsUrl,
  NO_FILTERS,
  readFilters,
  type SignalFilters,
  signalList,
} from '#features/signals/web/public/psx/filters.ts';
import { TYPE_LABELS } from '#features/signals/web/public/signal-labels.ts';

interface TypeTabsProps {
  chosen: SignalType | null;
  /** Kept when another tab is opened. */
  filters: SignalFilters;
  panelId: string;
}

/** The tabs of the signal types. For visitors the premium tabs are locked and lead to sign-up, which leads back. */
export function TypeTabs({ chosen, filters, panelId }: TypeTabsProps) {
  return (
    <TabList label="Signal type" className="grid grid-cols-3 border-b border-line-strong sm:flex">
      {SIGNAL_TYPES.map((type) => {
        const url = getTypeUrl(type, filters);
        const tab = <TypeTab key={type} type={type} url={url} isChosen={type === chosen} panelId={panelId} />;
        if (isFree(type)) return tab;
        return (
          <div key={type} className="contents">
            <SignedIn>{tab}</SignedIn>
            <SignedOut>
              <LockedTab type={type} url={url} />
            </SignedOut>
          </div>
        );
      })}
    </TabList>
  );
}

interface TypeTabProps {
  type: SignalType;
  url: string;
  isChosen: boolean;
  panelId: string;
}

function TypeTab({ type, url, isChosen, panelId }: TypeTabProps) {
  return (
    <Link
      role="tab"
      aria-selected={isChosen}
      aria-controls={isChosen ? panelId : undefined}
      to={url}
      preventScrollReset
      className={`${SHAPE} ${isChosen ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink'}`}
    >
      <TabText type={type} />
    </Link>
  );
}

/** Disabled for assistive technology too, but not without effect: it leads to what unlocks it. */
function LockedTab({ type, url }: { type: SignalType; url: string }) {
  return (
    <Link
      role="tab"
      aria-selected={false}
      aria-disabled
      to={useSignUpPath(url)}
      title={`${TYPE_LABELS[type]} signals are premium: sign up first`}
      className={`${SHAPE} cursor-pointer border-transparent text-muted hover:text-ink`}
    >
      <TabText type={type}>
        <LockIcon className="size-3.5" />
        <span className="sr-only">locked, needs premium access</span>
      </TabText>
    </Link>
  );
}

const SHAPE =
  '-mb-px flex min-h-12 items-center justify-center gap-x-2 gap-y-0.5 border-b-2 px-1 py-2 text-center max-sm:flex-col sm:px-5';

function TabText({ type, children }: { type: SignalType; children?: Elements }) {
  return (
    <>
      <span>{TYPE_LABELS[type]}</span>
      <span className="flex items-center gap-1.5">
        <Badge variant={isFree(type) ? 'free' : 'pro'}>{isFree(type) ? 'FREE' : 'PRO'}</Badge>
        {children}
      </span>
    </>
  );
}

const PATHS: Record<SignalType, string> = {
  intraday: paths.intradaySignals,
  swing: paths.swingSignals,
  investment: paths.investmentSignals,
};

/** Returns the path of the page of a type, which shows the same as its tab. */
export const getTypePath = (type: SignalType): string => PATHS[type];

/** Returns the tab of a URL: from its path, or from `?signal_type=`; `null` for none. */
export function getSignalType(pathname: string, search: URLSearchParams): SignalType | null {
  const path = pathname.replace(/\/$/, '');
  const ofPath = SIGNAL_TYPES.find((type) => PATHS[type] === path);
  return ofPath ?? SIGNAL_TYPES.find((type) => type === search.get('signal_type')) ?? null;
}

/** Returns the query string of the page in canonical form. */
export function toCanonicalQuery(search: URLSearchParams, pathname: string): URLSearchParams {
  const query = signalList.toQuery(readFilters(search));
  const type = pathname === paths.psxSignals ? getSignalType(pathname, search) : null;
  if (type !== null) query.set('signal_type', type);
  return query;
}

/** Returns the URL of a tab, which keeps the filters. */
const getTypeUrl = (type: SignalType, filters: SignalFilters = NO_FILTERS) =>
  getSignalsUrl(paths.psxSignals, type, filters);

export const isFree = (type: SignalType) => type === 'intraday';
