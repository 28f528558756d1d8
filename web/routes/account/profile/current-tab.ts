import { paths } from '#contract/paths.ts';

export type Tab = 'profile' | 'security';

export const TAB_LABELS: Record<Tab, string> = {
  profile: 'Profile Information',
  security: 'Account Security',
};

/** The tab that the address names; the profile for an address that names none. */
export const chosenTab = (search: URLSearchParams): Tab =>
  search.get('tab') === 'security' ? 'security' : 'profile';

export const tabAddress = (tab: Tab) => (tab === 'profile' ? paths.profile : `${paths.profile}?tab=${tab}`);
