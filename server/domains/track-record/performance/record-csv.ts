import { stringify } from 'csv-stringify/sync';
import { formatPaisa } from '#server/domains/prices/prices.ts';
import { UNITS_PER_R } from '#server/domains/track-record/statistics/calculate-statistics.ts';
import type { RecordedSignal } from './read-record.ts';

/** Writes the public record as a CSV file (RFC 4180). Spreadsheets do not run its cells as formulas. */
export function writeRecordCsv(record: readonly RecordedSignal[]): string {
  return stringify(record.map(toRow), {
    header: true,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    columns: Object.keys(COLUMNS),
  });
}

const toRow = (signal: RecordedSignal) =>
  Object.fromEntries(Object.entries(COLUMNS).map(([name, read]) => [name, read(signal)]));

const COLUMNS: Record<string, (signal: RecordedSignal) => string | number> = {
  id: ({ id }) => id,
  published_at: ({ publishedAt }) => publishedAt.toISOString(),
  signal_type: ({ signalType }) => signalType,
  symbol: ({ symbol }) => symbol,
  sector: ({ sector }) => sector ?? '',
  analyst: ({ analyst }) => analyst ?? '',
  side: ({ side }) => side,
  entry_price: ({ levels }) => levels.entry_price,
  stop_loss: ({ levels }) => levels.stop_loss,
  targets: ({ levels }) => levels.target_points.join(' '),
  state: ({ decision, evaluation }) => (decision?.kind === 'void' ? 'voided' : evaluation.state),
  reason: ({ evaluation }) => evaluation.reason ?? '',
  fill_date: ({ evaluation }) => evaluation.fillDate ?? '',
  fill_price: ({ evaluation }) => (evaluation.fillPrice === null ? '' : formatPaisa(evaluation.fillPrice)),
  exits: ({ evaluation }) =>
    evaluation.exits.map(({ date, price, reason }) => `${date} ${formatPaisa(price)} ${reason}`).join('; '),
  ended_on: ({ evaluation }) => evaluation.endedOn ?? '',
  // Numbers, so that spreadsheets calculate with negative ones: only texts are escaped.
  r_before_costs: ({ evaluation }) => (evaluation.rMultiple === null ? '' : Number(evaluation.rMultiple)),
  r_after_costs: ({ outcome }) => (outcome.kind === 'closed' ? outcome.r / UNITS_PER_R : ''),
  percent_before_costs: ({ evaluation }) => (evaluation.percent === null ? '' : Number(evaluation.percent)),
  administrators_decision: ({ decision }) => (decision ? `${decision.kind}: ${decision.reason}` : ''),
  is_deleted: ({ isDeleted }) => (isDeleted ? 'yes' : 'no'),
};
