import { customType, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#core/server/platform/database/columns.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Scripts and other assets of recent releases. Their names contain a hash of their content, so that a row never changes. */
export const pageAssets = pgTable('page_assets', {
  name: text().primaryKey(),
  contentType: text('content_type').notNull(),
  /** Compressed with Brotli. */
  content: bytea().notNull(),
  /** When a server last had it on its disk. Accurate to a day. */
  usedAt: timestamptz('used_at').notNull().defaultNow(),
});
