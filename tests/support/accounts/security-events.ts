import { asc, gt } from 'drizzle-orm';
import { securityEvents } from '#core/server/platform/security-events/security-events.tables.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/** Returns a function that returns the security events since its last call, oldest first. */
export function trackSecurityEvents(test: TestApp) {
  let lastId = 0;
  return async () => {
    const rows = await test.database.db
      .select()
      .from(securityEvents)
      .where(gt(securityEvents.id, lastId))
      .orderBy(asc(securityEvents.id));
    lastId = rows.at(-1)?.id ?? lastId;
    return rows;
  };
}
