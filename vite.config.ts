import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { endpointsWithoutSchemas } from './web/vite/endpoints-without-schemas.ts';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), endpointsWithoutSchemas()],
  // Found out beforehand, or the first page while developing would be loaded twice.
  optimizeDeps: {
    include: ['react-dom/client', 'react-router/dom', '@tanstack/react-query', 'sonner', 'zod/mini'],
  },
  build: {
    target: 'es2022',
    rolldownOptions: {
      // Making a schema has no effect: one that nobody uses is left out, and with it what it is made of.
      treeshake: { manualPureFunctions: ['z', 'text', 'secret', 'emailAddress'] },
    },
  },
});
