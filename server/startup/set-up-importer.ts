import { createEventHandlers } from '#server/domains/corporate-actions/corporate-actions.ts';
import { createImporter, type Importer } from '#server/domains/imports/imports.ts';
import { createPriceHandlers } from '#server/domains/prices/prices.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Logger } from '#server/platform/logger.ts';

/** Creates the importer of all kinds of files. */
export function setUpImporter(dependencies: { database: Database; clock: Clock; logger: Logger }): Importer {
  const { database, clock } = dependencies;
  const handlers = { ...createEventHandlers(database), ...createPriceHandlers(database, clock) };
  return createImporter({ ...dependencies, handlers });
}
