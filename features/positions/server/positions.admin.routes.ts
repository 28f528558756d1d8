import { asc, eq } from 'drizzle-orm';
import { parseId } from '#core/server/http/parse-id.ts';
import type { Queryable } from '#core/server/platform/database.ts';
import { badRequest, notFound } from '#core/server/platform/http-error.ts';
import { describeChange } from '#core/server/platform/security-events/describe-change.ts';
import type { RouteDependencies } from '#dependencies.ts';
import type { CostPreset } from '#features/positions/contract/costs.ts';
import { listCostPresets, removeCostPreset, saveCostPreset } from '#features/positions/contract/taxes.ts';
import { countAllTrades } from './positions.queries.ts';
import { costPresets } from './positions.tables.ts';

/** Serves the costs that administrators maintain, and the number of trades: nothing else of customers. */
export function adminPositionRoutes({ handle, database }: RouteDependencies): void {
  handle(listCostPresets, async () => ({
    presets: await listPresets(database.db),
    ...(await countAllTrades(database.db)),
  }));

  handle(saveCostPreset, ({ body: { id, ...body }, events }) =>
    database.transaction(async (tx) => {
      if (body.valid_to !== null && body.valid_to < body.valid_from)
        throw badRequest('invalid_preset', { valid_to: ['The last date must not be before the first.'] });
      const hasId = eq(costPresets.id, id ?? 0);
      const [before] = await tx.select().from(costPresets).where(hasId);
      if (id !== undefined && !before) throw notFound();
      const [after] = before
        ? await tx.update(costPresets).set(toRow(body)).where(hasId).returning()
        : await tx.insert(costPresets).values(toRow(body)).returning();
      const saved = present(after as PresetRow);
      await events.record(tx, {
        kind: 'cost_preset_saved',
        target: { type: 'cost_preset', id: String(saved.id) },
        details: { label: saved.name, ...describeChange(before ? present(before) : {}, saved) },
      });
      return saved;
    }),
  );

  handle(removeCostPreset, ({ params, events }) =>
    database.transaction(async (tx) => {
      const hasId = eq(costPresets.id, parseId(params.id));
      const [removed] = await tx.delete(costPresets).where(hasId).returning();
      if (!removed) throw notFound();
      await events.record(tx, {
        kind: 'cost_preset_removed',
        target: { type: 'cost_preset', id: String(removed.id) },
        details: { label: removed.name },
      });
    }),
  );
}

type PresetRow = typeof costPresets.$inferSelect;

/** Returns the presets by name. */
export async function listPresets(db: Queryable): Promise<CostPreset[]> {
  const rows = await db.select().from(costPresets).orderBy(asc(costPresets.name), asc(costPresets.id));
  return rows.map(present);
}

const present = ({ id, name, validFrom, validTo, rates, note }: PresetRow): CostPreset => ({
  ...{ id, name, valid_from: validFrom, valid_to: validTo, note },
  ...rates,
});

const toRow = ({
  name,
  valid_from: validFrom,
  valid_to: validTo,
  note,
  ...rates
}: Omit<CostPreset, 'id'>) => ({
  ...{ name, validFrom, validTo, note, rates },
});
