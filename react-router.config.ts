import type { Config } from '@react-router/dev/config';
import { shortenManifest } from './core/web/vite/shorten-manifest.ts';

export default {
  appDirectory: 'core/web',
  ssr: true,
  // The first page contains the whole route manifest: navigation needs no manifest request, and pages stay cacheable.
  routeDiscovery: { mode: 'initial' },
  // With a file of its own, a client loader that fails to load would leave the navigation waiting forever.
  splitRouteModules: false,
  buildEnd: shortenManifest,
} satisfies Config;
