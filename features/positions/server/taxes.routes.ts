import { Readable } from 'node:stream';
import { badRequest, conflict } from '#core/server/platform/http-error.ts';
import type { RouteDependencies } from '#dependencies.ts';
import {
  downloadTaxReport,
  type PositionSettings,
  readPositionSettings,
  readTaxReport,
  savePositionSettings,
} from '#features/positions/contract/taxes.ts';
import { listPresets } from './positions.admin.routes.ts';
import {
  lockPositions,
  readStoredPositions,
  type StoredPositions,
  updateSettings,
} from './positions.queries.ts';
import { type PositionReader, toTaxSources } from './read-positions.ts';
import { toPaisa } from './rules/amounts.ts';
import { getTaxYear } from './rules/returns.ts';
import { reportTaxes } from './rules/taxes.ts';
import { writeTaxReport } from './write-tax-report.ts';

const MAX_SETTINGS = 500;

/** Serves the tax report of customers, and the settings that it follows from. */
export function taxRoutes(
  { handle, database }: RouteDependencies,
  { getToday, follow, readPricer }: PositionReader,
): void {
  const { db } = database;

  const report = async (userId: string, taxYear: string) => {
    const { stored, history, followed } = await follow(userId, getToday());
    const bonuses = followed.entries.flatMap(({ action, company, state }) =>
      action.kind === 'bonus' && state === 'applied' ? [{ company, date: action.bcFrom }] : [],
    );
    return reportTaxes(taxYear, {
      ...toTaxSources(stored.settings, history.names),
      followed,
      pricer: await readPricer(history, bonuses),
      names: history.names,
      entered: new Map(
        Object.entries(stored.settings.taxFigures).map(([year, rupees]) => [year, toPaisa(rupees)]),
      ),
    });
  };

  handle(readTaxReport, ({ caller, query: { tax_year: taxYear = getTaxYear(getToday()) } }) =>
    report(caller.userId, checkTaxYear(taxYear)),
  );

  handle(downloadTaxReport, async ({ caller, query }) =>
    Readable.from([writeTaxReport(await report(caller.userId, checkTaxYear(query.tax_year)))]),
  );

  const presentSettings = async (settings: StoredPositions['settings']): Promise<PositionSettings> => {
    return {
      is_on_list: settings.isOnList,
      cost_preset_id: settings.costPresetId,
      dividend_classes: Object.entries(settings.dividendClasses).map(([symbol, dividend_class]) => ({
        symbol,
        dividend_class,
      })),
      tax_figures: Object.entries(settings.taxFigures).map(([tax_year, capital_gains]) => ({
        tax_year,
        capital_gains,
      })),
      presets: await listPresets(db),
    };
  };

  handle(readPositionSettings, async ({ caller }) =>
    presentSettings((await readStoredPositions(db, caller.userId)).settings),
  );

  handle(savePositionSettings, async ({ caller: { userId }, body }) => {
    const { is_on_list, cost_preset_id, dividend_class, tax_figure } = body;
    if (cost_preset_id && !(await listPresets(db)).some(({ id }) => id === cost_preset_id))
      throw badRequest('unknown_preset', { cost_preset_id: ['Choose one of the presets.'] });
    if (tax_figure) checkTaxYear(tax_figure.tax_year);
    const changed = await database.transaction(async (tx) => {
      const settings = await lockPositions(tx, userId);
      const change = {
        isOnList: is_on_list ?? settings.isOnList,
        costPresetId: cost_preset_id === undefined ? settings.costPresetId : cost_preset_id,
        dividendClasses: dividend_class
          ? withValue(settings.dividendClasses, dividend_class.symbol, dividend_class.dividend_class)
          : settings.dividendClasses,
        taxFigures: tax_figure
          ? withValue(settings.taxFigures, tax_figure.tax_year, tax_figure.capital_gains)
          : settings.taxFigures,
      };
      await updateSettings(tx, userId, change);
      return change;
    });
    return presentSettings(changed);
  });
}

function checkTaxYear(taxYear: string): string {
  if (getTaxYear(`${taxYear.slice(0, 4)}-07-01`) === taxYear) return taxYear;
  throw badRequest('invalid_tax_year', { tax_year: ['Enter a tax year such as 2025-26.'] });
}

/** Sets a value, or removes it. */
function withValue<Value>(
  values: Record<string, Value>,
  key: string,
  value: Value | null,
): Record<string, Value> {
  const { [key]: _, ...others } = values;
  if (value === null) return others;
  if (Object.keys(others).length >= MAX_SETTINGS)
    throw conflict('too_many_settings', `There can be at most ${MAX_SETTINGS} of these.`);
  return { ...others, [key]: value };
}
