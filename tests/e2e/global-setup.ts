import { buildPages } from '#server/startup/build-pages.ts';

/** Builds the pages once, so that the workers' products do not build them at the same time. */
export default async function setup(): Promise<void> {
  await buildPages((line) => process.stdout.write(`${line}\n`));
}
