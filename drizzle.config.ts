import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./features/*/server/**/*.tables.ts', './core/server/platform/*/*.tables.ts'],
  out: './db/migrations',
});
