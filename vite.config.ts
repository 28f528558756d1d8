import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { browserEndpoints } from './core/web/vite/browser-endpoints.ts';
import { pureSchemas, SCHEMA_LIBRARY } from './core/web/vite/pure-schemas.ts';
import { responseShapes } from './core/web/vite/response-shapes.ts';
import { throwPageLoadErrors } from './core/web/vite/throw-page-load-errors.ts';
import { withoutInfiniteQueries } from './core/web/vite/without-infinite-queries.ts';

/**
 * Bundles code that many pages share into a few files, because thirty small ones are 10 % larger when compressed. A module
 * belongs to the group with the highest priority, together with what it imports. The framework and the frame are on every
 * page; the entry is in neither, because it starts the page after both are loaded.
 */
const SHARED_CHUNKS = [
  // Only administrators' pages load the schema library. In a group with a lower priority every page would.
  {
    name: 'schemas',
    test: /zod|core[\\/]contract[\\/](fields|api[\\/]paginated)/,
    priority: 6,
  },
  { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 5 },
  {
    name: 'frame',
    test: /core[\\/]web[\\/](root\.tsx|document[\\/]|api[\\/]query-client|ui[\\/]lazy[\\/]after-idle)/,
    priority: 4,
  },
  // Pages that query the API.
  {
    name: 'queries',
    test: /(queryObserver|useQuery)\.js|market[\\/]web[\\/]public[\\/]symbols|core[\\/]web[\\/](api[\\/](api|query-options|rate-limit)|ui[\\/](feedback[\\/](skeleton|load-failure|empty-state|notice)|page-header|section|badge|figure|format-count|times[\\/]pakistan-time|forms[\\/]field)\.)|core[\\/]contract[\\/]text[\\/]format-signed\./,
    priority: 3,
  },
  // What signed-in users' pages and those of signals also need from the lists.
  {
    name: 'filters',
    test: /core[\\/]web[\\/](list[\\/]filter(s|ed-list)\.|ui[\\/](lazy[\\/](lazy-with|rendered-until)|tabs[\\/]tab-list))|signals[\\/]web[\\/](public[\\/])?(signal-keys|live[\\/]lazy)/,
    priority: 2,
  },
  // Filtered lists.
  {
    name: 'list',
    test: /core[\\/]web[\\/]list[\\/](use-filter-change|filter-bar|clear)/,
    priority: 1,
  },
  // Those with pages.
  {
    name: 'paged-list',
    test: /core[\\/]web[\\/](list[\\/](list-results|list-route|use-)|ui[\\/]pagination)/,
  },
  // Pages with signals.
  {
    name: 'signals',
    test: /core[\\/]web[\\/]session[\\/]use-sign-up-path|billing[\\/]web[\\/](public[\\/])?subscriptions[\\/]lazy-premium|signals[\\/]web[\\/](public[\\/])?(signal-labels|notes|delay-until-expiry|entered-signals|live[\\/]lazy)|signals[\\/]contract[\\/](levels[\\/]price|signal-types|signal-state)\./,
    priority: 1,
  },
  // Those with cards.
  {
    name: 'cards',
    test: /core[\\/]web[\\/]ui[\\/]lazy[\\/]lazy-content|signals[\\/]web[\\/](public[\\/])?(price-levels|state-line|lazy-entry|psx[\\/](signal-card|position-size[\\/]position-size))|signals[\\/]contract[\\/]levels[\\/]levels\./,
    priority: 1,
  },
  // Loaded by the customers who have not accepted the risk statement, and by all of them.
  {
    name: 'risk',
    test: /accounts[\\/]web[\\/](public[\\/])?risk-statement[\\/]/,
  },
  {
    name: 'risk-acceptance',
    test: /risk-statement[\\/]use-risk|accounts[\\/]contract[\\/]risk-statement/,
    priority: 1,
  },
  // Pages with actions.
  {
    name: 'actions',
    test: /useMutation\.js|core[\\/]web[\\/](api[\\/]error-message|ui[\\/]save-file|ui[\\/]dialogs[\\/](confirm-)?dialog)/,
  },
];

/**
 * Every page loads the names of all files. Hashes do not compress, and 42 bits are enough to tell the versions of a file apart. Code that
 * pages share is numerous and needs no name; the other files have one for those who look at requests.
 */
const FILE_NAME = 'assets/[name]-[hash:7].js';
const FILE_NAMES = {
  entryFileNames: FILE_NAME,
  chunkFileNames: ({ isDynamicEntry, name }: { isDynamicEntry: boolean; name: string }) =>
    isDynamicEntry || ON_EVERY_PAGE.test(`${name}-`) ? FILE_NAME : 'assets/[hash:7].js',
};

/** Code that is loaded later names all files that it needs, but not those that every page has. */
const ON_EVERY_PAGE = /(rolldown-runtime|framework|frame)-/;

export default defineConfig({
  plugins: [
    tailwindcss(),
    reactRouter(),
    browserEndpoints(),
    pureSchemas(),
    responseShapes(),
    serviceWorker(),
    throwPageLoadErrors(),
    withoutInfiniteQueries(),
  ],
  // Listed here so that the development server does not reload the first page after it discovers them.
  optimizeDeps: {
    include: ['react-dom/client', 'react-router/dom', '@tanstack/react-query', 'sonner', 'zod/mini'],
  },
  environments: {
    client: {
      build: { rolldownOptions: { output: { ...FILE_NAMES, codeSplitting: { groups: SHARED_CHUNKS } } } },
    },
  },
  build: {
    target: 'es2022',
    modulePreload: {
      resolveDependencies: (_file, dependencies) => dependencies.filter((file) => !ON_EVERY_PAGE.test(file)),
    },
    rolldownOptions: {
      treeshake: {
        // These functions have no side effects, so unused schemas are removed from the bundle.
        manualPureFunctions: [SCHEMA_LIBRARY, 'paginated', 'text', 'multilineText', 'secret', 'emailAddress'],
        // A module of the contract that is only imported by removed schemas is not loaded.
        moduleSideEffects: [{ test: /[\\/]contract[\\/]/, sideEffects: false }],
      },
    },
  },
});

/** Builds the service worker to `/sw.js`, whose name must not change. It shares no module with the pages. */
function serviceWorker(): Plugin {
  return {
    name: 'tezi:service-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'core/web/service-worker/service-worker.ts', fileName: 'sw.js' });
    },
  };
}
