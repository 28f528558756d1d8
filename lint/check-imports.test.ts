import { expect, it } from 'vitest';
import { findProblem, listImports } from './check-imports.ts';

it.each([
  ['core/web/frame/frame.tsx', 'core/contract/paths.ts'],
  ['features/news/server/news.routes.ts', 'features/news/contract/endpoints.ts'],
  ['features/news/server/news.routes.ts', 'core/server/http/endpoints.ts'],
  ['features/news/server/news.routes.ts', 'dependencies.ts'],
  ['features/news/web/list/news.tsx', 'features/signals/contract/signal.ts'],
  ['features/news/web/list/news.tsx', 'features/signals/web/public/signal-labels.ts'],
  ['features/alerts/server/alert-jobs.ts', 'features/signals/server/signals.ts'],
  ['features/alerts/server/alerts.test.ts', 'features/signals/server/changes/change-signal.ts'],
  ['features/alerts/e2e/journeys.spec.ts', 'features/signals/e2e/live-pages.ts'],
  ['app.ts', 'features/news/server/news.routes.ts'],
  ['cli.ts', 'features/news/server/news.command.ts'],
  ['main.ts', 'features/news/server/news.ts'],
  ['core/web/routes.ts', 'routes.ts'],
  ['core/web/frame/frame.tsx', 'slots.ts'],
  ['slots.ts', 'features/alerts/web/public/bell.tsx'],
])('accepts the import of %s → %s', (importer, target) => {
  expect(findProblem(importer, target)).toBeNull();
});

it.each([
  ['core/server/platform/jobs/jobs.ts', 'features/news/server/news.ts', 'The core knows no feature.'],
  ['core/contract/paths.ts', 'features/news/contract/endpoints.ts', 'The core knows no feature.'],
  ['core/server/http/endpoints.ts', 'dependencies.ts', 'Of the files in the root'],
  ['features/news/server/news.routes.ts', 'app.ts', 'Of the files in the root'],
  ['features/news/server/news.routes.ts', 'prepare-content.ts', 'Of the files in the root'],
  ['features/news/web/list/news.tsx', 'slots.ts', 'Of the files in the root'],
  ['slots.ts', 'features/news/web/list/news.tsx', 'Other features use only'],
  [
    'features/alerts/server/alert-jobs.ts',
    'features/signals/server/changes/change-signal.ts',
    'Import another',
  ],
  ['features/alerts/server/alert-jobs.ts', 'features/signals/sample/sample-signals.ts', 'Import another'],
  ['features/alerts/server/alert-jobs.ts', 'features/signals/server/changes/signals.ts', 'Import another'],
  ['features/news/web/list/news.tsx', 'features/signals/web/psx/signal-card.tsx', 'Other features use only'],
  ['cli.ts', 'features/news/server/news.routes.ts', 'Import another'],
  ['main.ts', 'features/news/server/news.routes.ts', 'Import another'],
])('rejects the import of %s → %s', (importer, target, problem) => {
  expect(findProblem(importer, target)).toContain(problem);
});

it('finds imports of every kind', () => {
  const code = `
    import { a } from '#core/contract/a.ts';
    import type { B } from './b.ts';
    import '../c.ts';
    export { d } from './e/d.ts';
    const load = () => import(
      './later.tsx'
    );
    type F = typeof import('#features/news/server/news.ts');
    import css from '#core/web/app.css?inline';
    import fastify from 'fastify';
  `;
  expect(listImports('features/news/web/x.tsx', code)).toEqual([
    'core/contract/a.ts',
    'features/news/web/b.ts',
    'features/news/c.ts',
    'features/news/web/e/d.ts',
    'features/news/web/later.tsx',
    'features/news/server/news.ts',
    'core/web/app.css',
  ]);
  expect(listImports('core/web/app.css', '@import "../../features/market/web/public/x.css";')).toEqual([
    'features/market/web/public/x.css',
  ]);
});
