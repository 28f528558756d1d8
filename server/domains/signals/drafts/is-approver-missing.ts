import type { Config } from '#server/config/config.ts';
import { countAdministrators } from '#server/domains/admin/admin.ts';
import type { Queryable } from '#server/platform/database.ts';

/** Returns whether signals need the approval of a second administrator and there is none, so that none can be published. */
export async function isApproverMissing(
  db: Queryable,
  { isApprovalRequired }: Pick<Config, 'isApprovalRequired'>,
): Promise<boolean> {
  return isApprovalRequired && (await countAdministrators(db)) < 2;
}
