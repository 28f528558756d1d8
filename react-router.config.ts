import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  ssr: true,
  // Every route's code is known to the first page: no manifest request on navigation, and pages stay cacheable.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
