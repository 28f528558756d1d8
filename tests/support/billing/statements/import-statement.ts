import { imports } from '#features/imports/server/imports.tables.ts';
import type { FilePlan } from '#features/imports/server/imports.ts';
import type { TestApp } from '#tests/support/test-app.ts';

/** Imports the rows of a statement that need no review, without the importer's own steps. Returns their plan. */
export async function importStatement(
  { database, importer }: Pick<TestApp, 'database' | 'importer'>,
  content: string,
  now: Date,
): Promise<FilePlan> {
  const { 'bank-statement': handler } = importer.handlers;
  const kind = 'bank-statement' as const;
  const fileName = 'statement.csv';
  const plan = await handler.plan(database.db, { kind, fileName, content });
  const { writes, layout, counts } = plan;
  await database.transaction(async (tx) => {
    const values = {
      kind,
      fileName,
      layout,
      importedBy: 'admin',
      status: 'done' as const,
      startedAt: now,
      aliveAt: now,
      total: writes.length,
      new: counts.new,
      changed: counts.changed,
      unchanged: counts.unchanged,
      rejected: counts.rejected,
    };
    const [row] = await tx.insert(imports).values(values).returning({ id: imports.id });
    await handler.write(tx, { importId: row?.id ?? 0, now, isPart: false }, writes);
  });
  return plan;
}
