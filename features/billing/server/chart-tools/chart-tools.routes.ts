import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Config } from '#core/server/config/config.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { HttpError, notFound } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { lockCustomer } from '#features/accounts/server/accounts.ts';
import {
  type ChartTools,
  deleteIndicatorSet,
  getChartTools,
  Indicator,
  IndicatorSet,
  MAX_INDICATOR_SETS,
  saveIndicatorSet,
  saveIndicators,
} from '#features/billing/contract/chart-tools.ts';
import { type PlanFeatures, readPlanFeatures } from '#features/billing/server/access/entitlement.ts';
import { chartSettings } from '#features/billing/server/billing.tables.ts';
import { listPlans } from '#features/billing/server/checkout/plan-catalog.ts';

/** The stored settings of a customer, whatever the plan opens. */
interface ChartSettings {
  indicators: Indicator[];
  sets: IndicatorSet[];
}

/** Serves the indicators of charts: any plan opens them, and the Pro plan named sets of them. */
export function chartToolsRoutes({ handle, config, database, clock }: RouteDependencies): void {
  handle(getChartTools, async ({ caller }) => {
    const features = await readFeatures(database.db, caller.userId, config, clock.now());
    return presentTools(await readChartSettings(database.db, caller.userId), features);
  });

  /** Changes the settings while no other request does, if the plan opens the feature that the change needs. */
  const change = (
    userId: string,
    feature: keyof typeof REJECTIONS | null,
    update: (settings: ChartSettings) => ChartSettings,
  ): Promise<ChartTools> =>
    database.transaction(async (tx) => {
      const features = await readFeatures(tx, userId, config, clock.now());
      if (feature !== null && !features[feature]) throw notInPlan(feature);
      const settings = update(await lockChartSettings(tx, userId));
      await tx.update(chartSettings).set(settings).where(eq(chartSettings.userId, userId));
      return presentTools(settings, features);
    });

  handle(saveIndicators, ({ caller, body: { indicators } }) =>
    change(caller.userId, 'hasChartTools', (settings) => ({ ...settings, indicators })),
  );

  handle(saveIndicatorSet, ({ caller, body }) =>
    change(caller.userId, 'hasCustomIndicators', (settings) => ({
      ...settings,
      sets: withSet(settings.sets, body),
    })),
  );

  handle(deleteIndicatorSet, ({ caller, params: { id } }) =>
    change(caller.userId, null, ({ indicators, sets }) => {
      if (sets.every((set) => set.id !== id)) throw notFound();
      return { indicators, sets: sets.filter((set) => set.id !== id) };
    }),
  );
}

const readFeatures = (db: Queryable, userId: string, config: Config, now: Date) =>
  readPlanFeatures(db, userId, { plans: listPlans(config), now });

const presentTools = (
  { indicators, sets }: ChartSettings,
  { hasChartTools, hasCustomIndicators }: PlanFeatures,
): ChartTools => ({
  has_tools: hasChartTools,
  has_sets: hasCustomIndicators,
  indicators: hasChartTools ? indicators : [],
  sets: hasCustomIndicators ? sets : [],
});

/** Adds a set, or replaces the one whose name differs at most in upper and lower case. Returns the sets by name. */
function withSet(sets: readonly IndicatorSet[], added: Omit<IndicatorSet, 'id'>): IndicatorSet[] {
  const isSame = ({ name }: IndicatorSet) => name.toLowerCase() === added.name.toLowerCase();
  const others = sets.filter((set) => !isSame(set));
  if (others.length >= MAX_INDICATOR_SETS) throw tooManySets();
  const id = sets.find(isSame)?.id ?? randomUUID();
  return [...others, { id, ...added }].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** Returns the stored settings. What the contract no longer accepts, such as an indicator of another release, is left out. */
export async function readChartSettings(db: Queryable, userId: string): Promise<ChartSettings> {
  const [row] = await db.select().from(chartSettings).where(eq(chartSettings.userId, userId));
  return toSettings(row);
}

async function lockChartSettings(tx: Transaction, userId: string): Promise<ChartSettings> {
  if (!(await lockCustomer(tx, userId))) throw notFound();
  await tx.insert(chartSettings).values({ userId }).onConflictDoNothing();
  const rows = await tx.select().from(chartSettings).where(eq(chartSettings.userId, userId)).for('update');
  return toSettings(rows[0]);
}

const toSettings = (row: typeof chartSettings.$inferSelect | undefined): ChartSettings => ({
  indicators: parseEach(row?.indicators, Indicator),
  sets: parseEach(row?.sets, IndicatorSet),
});

function parseEach<Item>(
  stored: unknown,
  schema: { safeParse: (value: unknown) => { success: true; data: Item } | { success: false } },
): Item[] {
  const items: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return items.flatMap((item) => {
    const result = schema.safeParse(item);
    return result.success ? [result.data] : [];
  });
}

const REJECTIONS = {
  hasChartTools: {
    code: 'subscription_required',
    detail: 'Chart tools require a subscription. See the plans on the pricing page.',
  },
  hasCustomIndicators: {
    code: 'plan_required',
    detail:
      'Saved sets of indicators are part of the Pro plan. You can change your plan on the pricing page.',
  },
};

function notInPlan(feature: keyof typeof REJECTIONS) {
  const { code, detail } = REJECTIONS[feature];
  return new HttpError({ status: 403, code, body: { detail, code } });
}

const tooManySets = () =>
  new HttpError({
    status: 400,
    code: 'too_many_sets',
    body: { name: [`You have ${MAX_INDICATOR_SETS} sets. Delete one, or save under the name of one.`] },
  });
