import { Link } from 'react-router';
import type { InboxItem, InboxKind, InboxPart } from '#core/contract/inbox.ts';
import { AdminPage, createAdminMeta, forAdministrators } from '#core/web/admin/admin-page.tsx';
import { useInbox } from '#core/web/admin/inbox.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { TimeWithAge } from '#core/web/ui/times/time-with-age.tsx';

export const meta = createAdminMeta('Inbox', 'What waits for an administrator.');

export default forAdministrators('Inbox', function Inbox() {
  const inbox = useInbox();
  return (
    <AdminPage
      title="Inbox"
      description="What waits for you, the most urgent first. Settled work disappears from here."
      query={inbox}
    >
      <QueryResult query={inbox} loading="Loading the inbox...">
        {({ parts }) => {
          const shown = parts.filter(({ count }) => count !== 0);
          if (shown.length === 0)
            return (
              <EmptyState title="Nothing to do">
                Payments, drafts, outcomes, filings, downloads, news sources and jobs need no attention.
              </EmptyState>
            );
          return (
            <div className="grid gap-4">
              {shown.map((part) => (
                <Part key={part.kind} part={part} isBusy={inbox.isFetching} onRetry={() => inbox.refetch()} />
              ))}
            </div>
          );
        }}
      </QueryResult>
    </AdminPage>
  );
});

/** The titles of the kinds, what to do, and the label of the link to it. */
const KINDS: Record<InboxKind, { title: string; text: string; action: string }> = {
  unlinked_subscriptions: {
    title: 'Unlinked subscriptions',
    text: 'They are paid, but no customer has their premium access.',
    action: 'Link subscriptions',
  },
  failed_events: {
    title: 'Failed Paddle events',
    text: 'They could not be applied. Fix the cause, then replay them.',
    action: 'Replay events',
  },
  drafts: {
    title: 'Drafts to approve',
    text: 'Other administrators submitted these signals.',
    action: 'Review drafts',
  },
  outcomes: {
    title: 'Outcomes to decide',
    text: 'End-of-day prices do not show the results of these signals. Override or void them within 30 days, or they stay as they are.',
    action: 'Open signals',
  },
  filings: {
    title: 'Filings to confirm',
    text: 'Their meetings are published once the date and time are confirmed.',
    action: 'Confirm filings',
  },
  waiting_imports: {
    title: 'Downloads to review',
    text: 'Some of their rows are doubtful and were not imported.',
    action: 'Review downloads',
  },
  failing_sources: {
    title: 'Failing news sources',
    text: 'Their last fetch failed, so their articles are missing.',
    action: 'Open news sources',
  },
  failed_jobs: {
    title: 'Failed jobs',
    text: 'They failed all their attempts. Fix the cause, then retry them.',
    action: 'Retry jobs',
  },
};

interface PartProps {
  part: InboxPart;
  isBusy: boolean;
  onRetry: () => void;
}

function Part({ part: { kind, path, count, items }, isBusy, onRetry }: PartProps) {
  const { title, text, action } = KINDS[kind];
  const id = `inbox-${kind}`;
  return (
    <section aria-labelledby={id} className="rounded-box border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id={id} className="flex flex-wrap items-center gap-2 text-lg">
            <span>{title}</span>
            {count !== null && (
              <span className="figures">
                <Badge variant="active">{formatCount(count)}</Badge>
              </span>
            )}
          </h2>
          <p className="max-w-prose text-sm text-muted">{text}</p>
        </div>
        {count !== null && (
          <ButtonLink to={path} className="max-sm:w-full">
            {action}
          </ButtonLink>
        )}
      </div>
      {count === null ? (
        <LoadFailure isBusy={isBusy} onRetry={onRetry} className="mt-3">
          {`${title} could not be read. Try again; if it fails again, look at the log of the server.`}
        </LoadFailure>
      ) : (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      )}
      {count !== null && count > items.length && (
        <p className="border-t border-line pt-2 text-sm text-muted">
          And <span className="figures">{formatCount(count - items.length)}</span> more.
        </p>
      )}
    </section>
  );
}

const Item = ({ item: { title, detail, at, path } }: { item: InboxItem }) => (
  <li className="grid gap-x-4 py-2 text-sm wrap-anywhere sm:grid-cols-[minmax(0,1fr)_auto]">
    <div>
      <Link to={path} className="link font-medium">
        {title}
      </Link>
      {detail && <span className="line-clamp-2 text-muted">{detail}</span>}
    </div>
    {at && (
      <span className="text-muted sm:text-end">
        <TimeWithAge at={at} />
      </span>
    )}
  </li>
);
