import type { Plugin } from 'vite';

const MODULE = /@tanstack[\\/]query-core[\\/].*[\\/]infiniteQueryBehavior\.js$/;

/**
 * Replaces the code of infinite queries, which the query library loads on every page and no page uses. A page that used one would fail
 * at its first query.
 */
export const withoutInfiniteQueries = (): Plugin => ({
  name: 'tezi:without-infinite-queries',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  load: {
    filter: { id: MODULE },
    handler: () =>
      ['infiniteQueryBehavior', 'hasNextPage', 'hasPreviousPage']
        .map(
          (name) =>
            `export function ${name}() { throw new Error('The build leaves out infinite queries.'); }`,
        )
        .join('\n'),
  },
});
