import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { getErrorMessage } from '#core/web/api/error-message.ts';
import { Button } from '#core/web/ui/button.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { Figures } from '#core/web/ui/figure.tsx';
import { LinkTabPanel, LinkTabs } from '#core/web/ui/tabs/link-tabs.tsx';
import { TimeWithAge } from '#core/web/ui/times/time-with-age.tsx';
import type { InboxAlert } from '#features/alerts/contract/endpoints.ts';
import { ALERT_GROUP_LABELS, ALERT_GROUP_NAMES, type AlertGroup } from '#features/alerts/contract/kinds.ts';
import { toResult, useInbox, useMarkRead } from './alert-queries.ts';

const parseGroup = (search: URLSearchParams): AlertGroup | null =>
  ALERT_GROUP_NAMES.find((name) => name === search.get('group')) ?? null;

const TABS = [
  { id: 'alerts-all', label: 'All', url: paths.alerts, group: null },
  ...ALERT_GROUP_NAMES.map((group) => ({
    id: `alerts-${group}`,
    label: ALERT_GROUP_LABELS[group],
    url: `${paths.alerts}?group=${group}`,
    group,
  })),
];

/** The alerts of a customer, newest first. */
export function Inbox() {
  const [search] = useSearchParams();
  const group = parseGroup(search);
  const selected = TABS.find((tab) => tab.group === group) ?? (TABS[0] as (typeof TABS)[number]);
  return (
    <>
      <LinkTabs
        label="Kinds of alerts"
        tabs={TABS}
        selected={selected}
        className="flex"
        tabClassName="px-2 text-center"
      />
      <LinkTabPanel tab={selected} selected={selected}>
        <AlertList key={selected.id} group={group} />
      </LinkTabPanel>
    </>
  );
}

function AlertList({ group }: { group: AlertGroup | null }) {
  const { loadOlder, ...query } = useInbox(group);
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const markRead = useMarkRead();
  const readAll = () =>
    markRead([], query.data?.results[0]?.id).catch((failure: unknown) =>
      notify.error('Not marked as read', getErrorMessage(failure)),
    );
  return (
    <div className="pt-4">
      <QueryResult
        query={toResult(query)}
        loading="Loading your alerts..."
        empty={{
          title: 'No alerts yet',
          text: 'New signals, moved stops, reached targets, news and dates of the companies you watch, and what concerns your account appear here.',
        }}
      >
        {(page) => {
          const showOlder = async () => {
            setLoadingOlder(true);
            try {
              await loadOlder();
            } catch (failure) {
              notify.error('Older alerts could not be loaded', getErrorMessage(failure));
            }
            setLoadingOlder(false);
          };
          return (
            <>
              <div className="mb-3 flex min-h-8 items-center justify-between gap-4">
                <p className="text-sm text-muted">
                  {page.unread === 0 ? 'All read' : `${page.unread} unread`}
                </p>
                {page.unread > 0 && (
                  <Button variant="secondary" size="small" onClick={readAll}>
                    Mark all as read
                  </Button>
                )}
              </div>
              <p className="mb-3 flex flex-wrap gap-x-4 text-xs text-muted">
                {[...new Set(page.results.map(({ reason }) => reason))].map((reason) => (
                  <span key={reason}>{`${reason}.`}</span>
                ))}
              </p>
              <ul className="divide-y divide-line rounded-box border border-line bg-surface">
                {page.results.map((alert) => (
                  <AlertRow
                    key={alert.id}
                    alert={alert}
                    onRead={() => void markRead([alert.id]).catch(() => {})}
                  />
                ))}
              </ul>
              {page.has_more && (
                <div className="mt-4 text-center">
                  <Button variant="secondary" busy={isLoadingOlder} onClick={showOlder}>
                    Load older alerts
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </QueryResult>
    </div>
  );
}

function AlertRow({ alert, onRead }: { alert: InboxAlert; onRead: () => void }) {
  const { title, lines, path, occurred_at, is_read } = alert;
  return (
    <li className="relative px-4 py-3 ps-8 hover:bg-sunken">
      {!is_read && (
        <span className="absolute start-3 top-5 size-2 rounded-full bg-accent">
          <span className="sr-only">Unread</span>
        </span>
      )}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to={path}
          onClick={onRead}
          className={`wrap-anywhere after:absolute after:inset-0 ${is_read ? '' : 'font-semibold'}`}
        >
          <Figures>{title}</Figures>
        </Link>
        <span className="text-sm text-muted">
          <TimeWithAge at={occurred_at} />
        </span>
      </div>
      {lines.map((line) => (
        <p key={line} className="figures text-sm whitespace-normal wrap-anywhere">
          <Figures>{line}</Figures>
        </p>
      ))}
    </li>
  );
}
