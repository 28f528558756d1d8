import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { NavLink } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { adminLinks } from './admin-links.ts';
import { countInbox, INBOX_KEY, useInbox } from './inbox.ts';

/** The links to the admin pages, each with how much of the inbox is settled there. On phones they are one row that scrolls. */
export function AdminNav() {
  const list = useRef<HTMLUListElement>(null);
  const { data } = useInbox();
  const parts = data?.parts ?? [];
  useRefreshAfterActions();
  // The counts widen the links before the current one.
  const isCounted = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths depend on the counts
  useEffect(() => {
    const row = list.current;
    const current = row?.querySelector<HTMLElement>('[aria-current]');
    // `scrollIntoView` could scroll the page too.
    if (row && current) row.scrollLeft = current.offsetLeft + current.offsetWidth / 2 - row.clientWidth / 2;
  }, [isCounted]);
  return (
    <ul ref={list} className="scroll-row relative flex gap-1 lg:flex-wrap">
      {adminLinks.map(({ to, name }) => {
        const isInbox = to === paths.adminInbox;
        const count = countInbox(parts.filter(({ path }) => isInbox || path.split('?')[0] === to));
        return (
          <li key={to}>
            <NavLink
              to={to}
              className={({ isActive }) =>
                `inline-flex min-h-11 items-center gap-1.5 rounded-box px-3 whitespace-nowrap -outline-offset-2 lg:min-h-8 ${isActive ? 'bg-sunken font-semibold' : 'text-muted hover:text-ink'}`
              }
            >
              <span>{name}</span>
              {count > 0 && (
                <span className="figures">
                  <Badge variant="active">{formatCount(count)}</Badge>
                  <span className="sr-only"> to settle</span>
                </span>
              )}
            </NavLink>
          </li>
        );
      })}
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
