import type { TestProject } from 'vitest/node';
import { buildPages } from '#server/startup/build-pages.ts';
import { embeddedTemplate, serverTemplate } from './database/database-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}

/** An empty, migrated database that every test file begins with: a dump, or a database on the PostgreSQL server. */
export type DatabaseTemplate =
  | { kind: 'embedded'; path: string }
  | { kind: 'server'; url: string; template: string };

/** Builds the pages if needed and makes the template once a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildPages((line) => process.stdout.write(`${line}\n`));
  const url = process.env.TEST_DATABASE_URL;
  const { template, remove } = url ? await serverTemplate(url) : await embeddedTemplate();
  project.provide('databaseTemplate', template);
  return remove;
}
