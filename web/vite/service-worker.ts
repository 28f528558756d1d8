import type { Plugin } from 'vite';

/** Builds the service worker to `/sw.js`, whose name must not change. It shares no module with the pages. */
export function serviceWorker(): Plugin {
  return {
    name: 'tezi:service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'web/service-worker/service-worker.ts', fileName: 'sw.js' });
    },
  };
}
