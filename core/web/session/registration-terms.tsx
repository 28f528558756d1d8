import { useRouteLoaderData } from 'react-router';
import type { SiteData } from '#core/contract/page-entry.ts';

/** What registration gives, in the same sentences on every page. */
export function RegistrationTerms() {
  const site = useRouteLoaderData<SiteData>('root');
  return <span>{describeRegistration(site ?? { trialDays: 0, billing: 'on' })}</span>;
}

const PREMIUM = 'swing and investment signals and advanced insights';

export function describeRegistration({
  trialDays,
  billing,
}: Pick<SiteData, 'trialDays' | 'billing'>): string {
  const source = billing === 'off' ? 'is granted by an administrator' : 'needs a plan';
  if (trialDays === 0) return `Registration is free. Premium access, to ${PREMIUM}, ${source}.`;
  const days = trialDays === 1 ? '1 day' : `${trialDays} days`;
  return `Registration is free and includes premium access for ${days}: ${PREMIUM}. After that, premium access ${source}.`;
}
