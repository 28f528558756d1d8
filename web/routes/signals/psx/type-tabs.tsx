import { Link } from 'react-router';
import { SIGNAL_TYPES, type SignalType } from '#contract/signals/signal-types.ts';
import { useSignUpPath } from '#web/session/use-sign-up-path.ts';
import { TYPE_LABELS } from '#web/signals/signal-labels.ts';
import { Badge } from '#web/ui/badge.tsx';
import type { Elements } from '#web/ui/elements.ts';
import { LockIcon } from '#web/ui/icons.tsx';
import { SignedIn, SignedOut } from '#web/ui/signed-in.tsx';
import { TabList } from '#web/ui/tabs/tab-list.tsx';
import { getTypeUrl, isFree } from './current-type.ts';
import type { SignalFilters } from './filters.ts';

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
      title={`${TYPE_LABELS[type]} signals need a free account and a premium plan`}
      className={`${SHAPE} cursor-pointer border-transparent text-muted hover:text-ink`}
    >
      <TabText type={type}>
        <LockIcon className="size-3.5" />
        <span className="sr-only">locked, needs an account and a plan</span>
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
