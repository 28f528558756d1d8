import type { TestProject } from 'vitest/node';
import { buildPages } from '#core/server/startup/build-pages.ts';
import { createTemplate, type DatabaseTemplate } from './database/database-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}

/** Builds the pages if needed, starts PostgreSQL unless TEST_DATABASE_URL names one, and creates the database template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildPages((line) => process.stdout.write(`${line}\n`));
  const { template, remove } = await createTemplate(process.env.TEST_DATABASE_URL);
  project.provide('databaseTemplate', template);
  return remove;
}
