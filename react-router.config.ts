import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  ssr: true,
  // The first page contains the whole route manifest: navigation needs no manifest request, and pages stay cacheable.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
