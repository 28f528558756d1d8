import { confirmFiling, dismissFiling, listFilings } from '#contract/corporate-actions/filings.ts';
import {
  listImports,
  previewImport,
  readImport,
  startImport,
  undoImport,
} from '#contract/corporate-actions/imports.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { administratorName } from '#server/domains/admin/admin.ts';
import {
  confirmFiling as confirm,
  dismissFiling as dismiss,
} from '#server/domains/corporate-actions/filings/decide-on-filing.ts';
import {
  countWaitingFilings,
  listWaitingFilings,
} from '#server/domains/corporate-actions/filings/filings.queries.ts';
import { presentFiling } from '#server/domains/corporate-actions/filings/present-filing.ts';
import type { Handle } from '#server/http/endpoints.ts';
import type { Transaction } from '#server/platform/database.ts';
import { notFound } from '#server/platform/http-error.ts';
import { cleanText } from './parse/clean-text.ts';
import { importConflict } from './run/imports.errors.ts';
import { findImport, type ImportRow, listImportRows } from './run/imports.queries.ts';
import { aboutImport, presentImport } from './run/present-import.ts';
import { presentPlan, warningFor } from './run/preview-import.ts';
import { cacheRevertBlockers, getRevertBlocker } from './run/revert-blocker.ts';

const MAX_LISTED_IMPORTS = 50;
const MAX_LISTED_FILINGS = 200;

export function adminCorporateActionsRoutes(
  handle: Handle,
  { database, clock, importer }: Pick<Dependencies, 'database' | 'clock' | 'importer'>,
): void {
  const hindranceOf = cacheRevertBlockers(database);

  handle(previewImport, async ({ body }) => {
    const file = fileOf(body);
    const plan = await importer.plan(file);
    return { ...presentPlan(file.kind, plan), warning: await warningFor(database.db, file) };
  });

  handle(startImport, async ({ body, caller, events }) => {
    const file = fileOf(body);
    const plan = await importer.plan(file);
    const { expected } = body;
    if (expected && (expected.new !== plan.counts.new || expected.changed !== plan.counts.changed)) {
      throw importConflict(
        'import_differs',
        'The import would do something else by now than the preview said. Look at the new preview first.',
      );
    }
    const record = (tx: Transaction, begun: ImportRow) =>
      events.record(tx, { kind: 'import_started', ...aboutImport(begun) });
    const { row } = await importer.start(file, plan, { by: await nameOf(caller), record });
    return present(row);
  });

  handle(listImports, async () => {
    const rows = await listImportRows(database.db, MAX_LISTED_IMPORTS);
    const results = [];
    // One after the other: together they would take every connection.
    for (const row of rows) results.push(await present(row));
    return { results };
  });

  handle(readImport, async ({ params }) => {
    const row = await findImport(database.db, idOf(params.id));
    if (!row) throw notFound();
    return present(row);
  });

  handle(undoImport, async ({ params, caller, events }) => {
    const record = (tx: Transaction, begun: ImportRow) =>
      events.record(tx, { kind: 'import_reverted', ...aboutImport(begun) });
    const { row } = await importer.revert(idOf(params.id), { by: await nameOf(caller), record });
    return present(row);
  });

  handle(listFilings, async () => ({
    count: await countWaitingFilings(database.db),
    results: (await listWaitingFilings(database.db, MAX_LISTED_FILINGS)).map(presentFiling),
  }));

  handle(confirmFiling, ({ params, body, events }) =>
    database.transaction(async (tx, announce) => {
      announce('corporate-actions');
      const { meeting_date: meetingDate, meeting_time: meetingTime, subject } = body;
      const meeting = { meetingDate, meetingTime, subject: cleanText(subject ?? '') || null };
      await confirm(tx, idOf(params.id), meeting, clock.now());
      await events.record(tx, { kind: 'filing_confirmed', target: { type: 'filing', id: params.id } });
    }),
  );

  handle(dismissFiling, ({ params, events }) =>
    database.transaction(async (tx, announce) => {
      announce('corporate-actions');
      await dismiss(tx, idOf(params.id), clock.now());
      await events.record(tx, { kind: 'filing_dismissed', target: { type: 'filing', id: params.id } });
    }),
  );

  const nameOf = (caller: { administratorId: string }) =>
    administratorName(database.db, caller.administratorId);

  async function present(row: ImportRow) {
    return presentImport(row, { undoRefusal: await getRevertBlocker(database.db, row, hindranceOf) });
  }
}

const fileOf = (body: { kind: 'board-meetings' | 'book-closures'; file_name: string; content: string }) => ({
  kind: body.kind,
  fileName: body.file_name,
  content: body.content,
});

/** The id of an address as a number; what can be none is not found. */
function idOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound();
  return Number(text);
}
