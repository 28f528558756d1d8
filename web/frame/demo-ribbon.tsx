import { Link, useRouteLoaderData } from 'react-router';
import type { SiteData } from '#contract/page-entry.ts';
import { paths } from '#contract/paths.ts';

/** States on every page of the demo that its data is invented, and links to the page about the demo. */
export function DemoRibbon() {
  const root = useRouteLoaderData<SiteData>('root');
  if (!root?.demo) return null;
  return (
    <p className="demo-ribbon h-6 border-b border-line bg-warning-soft text-xs text-warning">
      <Link
        to={paths.demo}
        className="container-page flex h-full items-center justify-center gap-x-2 whitespace-nowrap outline-offset-[-2px] hover:underline"
      >
        <span className="font-semibold">Demo data</span>
        <span className="max-sm:hidden">Prices, signals, news and filings are invented.</span>
        <span className="underline underline-offset-2">About this demo</span>
      </Link>
    </p>
  );
}
