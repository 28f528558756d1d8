import { buildPages } from '#core/server/startup/build-pages.ts';

/** Builds the pages once, so that the products of the workers do not build them simultaneously. */
export default async function setup(): Promise<void> {
  await buildPages((line) => process.stdout.write(`${line}\n`));
}
