import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#core/contract/paths.ts';
import { Badge } from '#core/web/ui/badge.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import { type AdminLink, adminGroups } from './admin-links.ts';
import { countInbox, INBOX_KEY, useInbox } from './inbox.ts';

/** The groups of the admin pages, and the pages of the current group, each with how much of the inbox is settled there. */
export function AdminNav() {
  const { pathname } = useLocation();
  const { data } = useInbox();
  useRefreshAfterActions();
  const isCurrent = ({ to }: AdminLink) => pathname.startsWith(to);
  const renderLink = (to: string, name: string, links: readonly AdminLink[]) => {
    const hasAll = links.some((link) => link.to === paths.adminInbox);
    const count = countInbox(
      (data?.tasks ?? []).filter(
        ({ path }) => hasAll || links.some((link) => path.split('?')[0] === link.to),
      ),
    );
    return (
      <li key={name}>
        <Link
          to={to}
          aria-current={links.some(isCurrent) || undefined}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-box px-3 whitespace-nowrap text-muted -outline-offset-2 hover:text-ink aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink lg:min-h-8"
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
    );
  };
  return [
    adminGroups.map(({ name, links }) => renderLink(links[0]?.to ?? '', name, links)),
    adminGroups
      .find(({ links }) => links.some(isCurrent))
      ?.links.map((link) => renderLink(link.to, link.name, [link])),
  ].map((links, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: there are always two rows
    <ul key={index} className="flex flex-wrap gap-1">
      {links}
    </ul>
  ));
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
