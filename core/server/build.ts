/** `npm run build`: builds the pages before the first start, for example in a container image. */
import { buildPages } from './startup/build-pages.ts';

await buildPages((line) => process.stdout.write(`${line}\n`));
