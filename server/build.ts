/** `npm run build`: makes the pages ahead of the first start, for example while an image is built. */
import { buildPages } from './startup/build-pages.ts';

await buildPages((line) => process.stdout.write(`${line}\n`));
