import { paths } from '#contract/paths.ts';

export type Tab = 'profile' | 'security';

export const TAB_LABELS: Record<Tab, string> = {
  profile: 'Profile Information',
  security: 'Account Security',
};

/** Returns the tab in the URL; the profile tab by default. */
export const parseTab = (search: URLSearchParams): Tab =>
  search.get('tab') === 'security' ? 'security' : 'profile';

export const getTabUrl = (tab: Tab) => (tab === 'profile' ? paths.profile : `${paths.profile}?tab=${tab}`);
