import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/domains/*/*.tables.ts', './server/platform/*/*.tables.ts'],
  out: './db/migrations',
});
