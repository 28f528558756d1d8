import { Link, useRouteLoaderData } from 'react-router';
import type { SiteData } from '#contract/page-entry.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#web/ui/button.tsx';

/** The demo's sign-ins. A plain form, so that it needs no code of the demo's page, which handles it. */
export function DemoSignIn() {
  const demo = useRouteLoaderData<SiteData>('root')?.demo;
  if (!demo?.hasAccounts) return null;
  return (
    <form
      method="post"
      action={paths.demo}
      aria-label="Demo sign-in"
      className="flex flex-wrap items-center gap-2 rounded-box border border-line bg-surface px-4 py-3 text-sm max-sm:-mb-6 sm:-mb-12"
    >
      <span className="max-sm:w-full">Try the demo as</span>
      {['visitor', 'subscriber', 'administrator'].map((account) => (
        <Button key={account} type="submit" name="account" value={account} variant="secondary" size="small">
          <span className="capitalize">{account}</span>
        </Button>
      ))}
      <Link to={paths.demo} className="link sm:ml-auto">
        All accounts, clock and test cards
      </Link>
    </form>
  );
}
