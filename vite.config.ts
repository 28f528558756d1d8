import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { endpointsWithoutSchemas } from './web/vite/endpoints-without-schemas.ts';

/**
 * What every page loads comes in two files, not in twenty that compress a tenth worse. The entry itself is in neither: it
 * starts the page, and only once all of it is there.
 */
const ON_EVERY_PAGE = [
  { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
  { name: 'frame', test: /web[\\/](root\.tsx|document[\\/])/, priority: 1 },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), endpointsWithoutSchemas()],
  // Found out beforehand, or the first page while developing would be loaded twice.
  optimizeDeps: {
    include: ['react-dom/client', 'react-router/dom', '@tanstack/react-query', 'sonner', 'zod/mini'],
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: ON_EVERY_PAGE } } } } },
  },
  build: {
    target: 'es2022',
    rolldownOptions: {
      // Making a schema has no effect: one that nobody uses is left out, and with it what it is made of.
      treeshake: { manualPureFunctions: ['z', 'paginated', 'text', 'secret', 'emailAddress'] },
    },
  },
});
