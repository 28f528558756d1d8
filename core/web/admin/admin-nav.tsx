import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { adminGroups } from './admin-links.ts';
import { countInbox, INBOX_KEY, useInbox } from './inbox.ts';

/**
 * The groups of the admin pages, and below them the pages of the current group, each with how much of the inbox is settled there. On
 * phones they are rows that scroll.
 */
export function AdminNav() {
  const { pathname } = useLocation();
  const { data } = useInbox();
  const tasks = data?.tasks ?? [];
  useRefreshAfterActions();
  const isCounted = data !== undefined;
  const current = adminGroups.find(({ links }) => links.some(({ to }) => pathname.startsWith(to)));
  const countAt = (links: readonly { to: string }[]) =>
    links.some(({ to }) => to === paths.adminInbox)
      ? countInbox(tasks)
      : countInbox(tasks.filter(({ path }) => links.some(({ to }) => path.split('?')[0] === to)));
  return (
    <div className="grid gap-1">
      <LinkRow
        isCounted={isCounted}
        links={adminGroups.map(({ name, links }) => ({
          to: links[0]?.to ?? paths.adminInbox,
          name,
          count: countAt(links),
          isCurrent: name === current?.name,
        }))}
      />
      {current && (
        <LinkRow
          isCounted={isCounted}
          links={current.links.map((link) => ({
            ...link,
            count: countAt([link]),
            isCurrent: pathname.startsWith(link.to),
          }))}
        />
      )}
    </div>
  );
}

interface LinkRowProps {
  links: { to: string; name: string; count: number; isCurrent: boolean }[];
  isCounted: boolean;
}

function LinkRow({ links, isCounted }: LinkRowProps) {
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // The counts widen the links before the current one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths depend on the counts
  useEffect(() => {
    const row = list.current;
    const current = row?.querySelector<HTMLElement>('[data-current]');
    // `scrollIntoView` could scroll the page too.
    if (row && current) row.scrollLeft = current.offsetLeft + current.offsetWidth / 2 - row.clientWidth / 2;
  }, [isCounted]);
  return (
    <ul ref={list} className="scroll-row relative flex gap-1 lg:flex-wrap">
      {links.map(({ to, name, count, isCurrent }) => (
        <li key={name}>
          <Link
            to={to}
            data-current={isCurrent || undefined}
            aria-current={isCurrent ? (pathname === to ? 'page' : 'true') : undefined}
            className={`inline-flex min-h-11 items-center gap-1.5 rounded-box px-3 whitespace-nowrap -outline-offset-2 lg:min-h-8 ${isCurrent ? 'bg-sunken font-semibold' : 'text-muted hover:text-ink'}`}
          >
            <span>{name}</span>
            {count > 0 && (
              <span className="figures">
                <Badge variant="active">{formatCount(count)}</Badge>
                <span className="sr-only"> to settle</span>
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Any action of an administrator may settle something. */
function useRefreshAfterActions(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      queries.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success')
          void queries.invalidateQueries({ queryKey: INBOX_KEY });
      }),
    [queries],
  );
}
