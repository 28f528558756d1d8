import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { endpointsWithoutSchemas } from './web/vite/endpoints-without-schemas.ts';
import { throwPageLoadErrors } from './web/vite/throw-page-load-errors.ts';

/**
 * Bundles the code of every page into two files, because twenty small ones are 10 % larger when compressed. The entry is in
 * neither: it starts the page after both are loaded.
 */
const SHARED_CHUNKS = [
  { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
  { name: 'frame', test: /web[\\/](root\.tsx|document[\\/]|api[\\/]query-client)/, priority: 1 },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), endpointsWithoutSchemas(), throwPageLoadErrors()],
  // Listed here so that the development server does not reload the first page after it discovers them.
  optimizeDeps: {
    include: ['react-dom/client', 'react-router/dom', '@tanstack/react-query', 'sonner', 'zod/mini'],
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: SHARED_CHUNKS } } } } },
  },
  build: {
    target: 'es2022',
    rolldownOptions: {
      // These functions have no side effects, so unused schemas are removed from the bundle.
      treeshake: { manualPureFunctions: ['z', 'paginated', 'text', 'secret', 'emailAddress'] },
    },
  },
});
