import { buildPages } from '#core/server/startup/build-pages.ts';

/** Builds the pages once, so that no server of a test has to. */
export default async function setup(): Promise<void> {
  await buildPages((line) => process.stdout.write(`${line}\n`));
}
