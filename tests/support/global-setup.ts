import type { TestProject } from 'vitest/node';
import { buildPages } from '#server/startup/build-pages.ts';
import {
  createEmbeddedTemplate,
  createServerTemplate,
  type DatabaseTemplate,
} from './database/database-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}

/** Builds the pages if needed and creates the database template, once per run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildPages((line) => process.stdout.write(`${line}\n`));
  const url = process.env.TEST_DATABASE_URL;
  const { template, remove } = url ? await createServerTemplate(url) : await createEmbeddedTemplate();
  project.provide('databaseTemplate', template);
  return remove;
}
