import { useId } from 'react';
import { Link } from 'react-router';
import type { InboxItem, InboxTask } from '#core/contract/inbox.ts';
import { AdminPage, createAdminMeta, forAdministrators, LazyPart } from '#core/web/admin/admin-page.tsx';
import { useInbox } from '#core/web/admin/inbox.ts';
import { ButtonLink } from '#core/web/ui/button.tsx';
import { EmptyState } from '#core/web/ui/feedback/empty-state.tsx';
import { LoadFailure } from '#core/web/ui/feedback/load-failure.tsx';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { lazyWithPreload } from '#core/web/ui/lazy/lazy-with-preload.tsx';
import { TimeWithAge } from '#core/web/ui/times/time-with-age.tsx';

const TaskEmailSettings = lazyWithPreload(async () => (await import('./task-emails.tsx')).TaskEmailSettings);

export const meta = createAdminMeta('Inbox', 'What waits for an administrator.');

export default forAdministrators('Inbox', function Inbox() {
  const inbox = useInbox();
  return (
    <AdminPage
      title="Inbox"
      description="What waits for you, oldest first. What is settled disappears from here."
      query={inbox}
    >
      <QueryResult query={inbox} loading="Loading the inbox...">
        {/* A server of the previous release has neither. */}
        {({ tasks = [], unreadable = [] }) => (
          <div className="grid gap-4">
            {unreadable.length > 0 && (
              <LoadFailure isBusy={inbox.isFetching} onRetry={() => inbox.refetch()}>
                {`These could not be read: ${unreadable.join(', ')}. Try again; if it fails again, look at the log of the server.`}
              </LoadFailure>
            )}
            {tasks.length === 0 && unreadable.length === 0 && (
              <EmptyState title="Nothing to do">
                Payments, drafts, outcomes, filings, downloads, prices, news and the servers need no
                attention.
              </EmptyState>
            )}
            {tasks.map((task) => (
              <Task key={task.id} task={task} />
            ))}
          </div>
        )}
      </QueryResult>
      <LazyPart code={TaskEmailSettings} name="The settings of emails">
        <TaskEmailSettings />
      </LazyPart>
    </AdminPage>
  );
});

function Task({ task: { title, text, since, path, action, count, items } }: { task: InboxTask }) {
  // The ID of a task may contain spaces, which separate references.
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="rounded-box border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64 wrap-anywhere">
          <h2 id={headingId} className="text-lg">
            {title}
          </h2>
          <p className="max-w-prose text-sm text-muted">{text}</p>
          {since !== null && items.length === 0 && (
            <p className="mt-1 text-xs text-muted">
              <TimeWithAge at={since} />
            </p>
          )}
        </div>
        <ButtonLink to={path} className="max-sm:w-full">
          {action}
        </ButtonLink>
      </div>
      {items.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t border-line">
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      )}
      {items.length > 0 && count > items.length && (
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
