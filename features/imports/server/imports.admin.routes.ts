import { createHash } from 'node:crypto';
import type { EndpointParsed } from '#core/contract/endpoint.ts';
import { parseId } from '#core/server/http/parse-id.ts';
import type { Transaction } from '#core/server/platform/database.ts';
import { notFound } from '#core/server/platform/http-error.ts';
import { createTurns } from '#core/server/platform/take-turns.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { getAdministratorName } from '#features/accounts/server/admin/admin.ts';
import {
  dismissWaitingImport,
  type ImportKind,
  listImportAliases,
  listImports,
  listWaitingImports,
  MAX_PREVIEWED_ROWS,
  previewImport,
  type Repairs,
  readImport,
  readWaitingImport,
  removeImportAlias,
  revertImport,
  startImport,
} from '#features/imports/contract/imports.ts';
import { decodeFile } from './parse/file-parser.ts';
import { fileRejected } from './parse/records.ts';
import {
  type AliasRow,
  findUnlistedSymbol,
  listAliases,
  listAliasRows,
  removeAlias,
  saveAliases,
} from './run/aliases.ts';
import { findImport, type ImportRow, listImportRows } from './run/imports.queries.ts';
import { confirmRows, type FilePlan, type Plan } from './run/plan.ts';
import { findWarning, presentImport, presentPlan, toEventTarget } from './run/present-import.ts';
import { cacheRevertBlockers, importConflict } from './run/start-import.ts';
import {
  findWaitingFile,
  leaveOutImported,
  listWaiting,
  listWaitingRows,
  settleWaiting,
} from './run/waiting-imports.ts';

const MAX_LISTED_IMPORTS = 50;

export function registerImports({ handle, database, importer, clock }: RouteDependencies): void {
  const listRevertBlockers = cacheRevertBlockers(database, importer.handlers);

  handle(previewImport, async ({ body }) => {
    const file = toImportFile(body);
    const plan = await planFile(body);
    return {
      ...presentPlan(importer.handlers[file.kind], file.kind, plan),
      fingerprint: await fingerprintPlan(plan),
      warning: await findWarning(database.db, file),
    };
  });

  handle(startImport, async ({ body, caller, events }) => {
    const file = toImportFile(body);
    const previewed = await planFile(body);
    const { expected, confirmed = [], waiting_id: waitingId } = body;
    const plan = confirmRows(previewed, confirmed);
    if (!plan || (expected && (await isDifferent(previewed, expected)))) {
      throw importConflict(
        'import_differs',
        'The result of the import has changed since the preview. Review the new preview first.',
      );
    }
    const by = await getName(caller);
    // More rows need review than a preview lists: the others still wait.
    const isSettled = waitingId !== undefined && previewed.counts.review <= MAX_PREVIEWED_ROWS;
    const record = async (tx: Transaction, begun: ImportRow) => {
      if (isSettled && !(await settleWaiting(tx, waitingId, { by, now: clock.now() }))) {
        throw importConflict(
          'import_settled',
          'Another administrator has imported or dismissed this download. Review the new preview, or cancel it.',
        );
      }
      const target = toEventTarget(begun);
      const repairs = describeRepairs(file.repairs);
      await events.record(tx, {
        kind: 'import_started',
        target: target.target,
        details: { ...target.details, ...(repairs === '' ? {} : { note: repairs }) },
      });
      for (const alias of await saveAliases(tx, file, plan, { by, now: clock.now() }))
        await events.record(tx, { kind: 'import_alias_saved', ...toAliasTarget(alias) });
    };
    const { row } = await importer.start(file, plan, { by, record });
    return presentRow(row);
  });

  handle(listImports, async () => {
    const rows = await listImportRows(database.db, MAX_LISTED_IMPORTS);
    const blockers = await listRevertBlockers(rows);
    return {
      results: rows.map((row, index) => presentImport(row, { revertBlocker: blockers[index] ?? null })),
    };
  });

  handle(readImport, async ({ params }) => {
    const row = await findImport(database.db, parseId(params.id));
    if (!row) throw notFound();
    return presentRow(row);
  });

  handle(revertImport, async ({ params, caller, events }) => {
    const record = (tx: Transaction, begun: ImportRow) =>
      events.record(tx, { kind: 'import_reverted', ...toEventTarget(begun) });
    const { row } = await importer.revert(parseId(params.id), { by: await getName(caller), record });
    return presentRow(row);
  });

  handle(listWaitingImports, async () => ({
    results: (await listWaiting(database.db)).map(({ id, kind, fileName, source, receivedAt, review }) => ({
      id,
      kind,
      file_name: fileName,
      source,
      received_at: receivedAt.toISOString(),
      review,
    })),
  }));

  handle(readWaitingImport, async ({ params }) => {
    const file = await findWaitingFile(database.db, parseId(params.id));
    if (!file) throw notFound();
    return { kind: file.kind, file_name: file.fileName, content: decodeFile(file.content) };
  });

  handle(dismissWaitingImport, async ({ params, caller, events }) => {
    const by = await getName(caller);
    await database.transaction(async (tx) => {
      const row = await settleWaiting(tx, parseId(params.id), { by, now: clock.now() });
      if (!row) throw notFound();
      await events.record(tx, {
        kind: 'waiting_import_dismissed',
        target: { type: 'waiting_import', id: String(row.id) },
        details: { label: row.fileName },
      });
    });
  });

  handle(listImportAliases, async () => ({
    results: (await listAliasRows(database.db, MAX_LISTED_ALIASES)).map((row) => ({
      id: row.id,
      source: row.source,
      name: row.printedName,
      symbol: row.symbol,
      created_at: row.createdAt.toISOString(),
      created_by: row.createdBy,
    })),
  }));

  handle(removeImportAlias, ({ params, events }) =>
    database.transaction(async (tx) => {
      const row = await removeAlias(tx, parseId(params.id));
      if (!row) throw notFound();
      await events.record(tx, { kind: 'import_alias_removed', ...toAliasTarget(row) });
    }),
  );

  /** Plans what the preview shows and the import writes. */
  async function planFile(body: UploadedFile & { waiting_id?: number | undefined }): Promise<FilePlan> {
    const file = toImportFile(body);
    const { rows = [], companies = [], columns } = file.repairs ?? {};
    const unlisted = await findUnlistedSymbol(
      database.db,
      companies.map(({ symbol }) => symbol),
    );
    if (unlisted !== null)
      throw fileRejected(`${unlisted} is not in the company directory. Choose another company.`);
    const plan = await importer.plan(file);
    const waiting =
      body.waiting_id === undefined ? null : await findWaitingFile(database.db, body.waiting_id);
    if (waiting === null) return plan;
    const aliases = await listAliases(database.db);
    const isAsReceived =
      rows.length + companies.length === 0 &&
      columns === undefined &&
      aliases.every(({ source }) => source !== plan.layout);
    const received = isAsReceived ? plan : await importer.plan({ ...file, repairs: undefined, aliases: [] });
    return leaveOutImported(plan, listWaitingRows(received, waiting));
  }

  const getName = (caller: { administratorId: string }) =>
    getAdministratorName(database.db, caller.administratorId);

  async function presentRow(row: ImportRow) {
    const [revertBlocker = null] = await listRevertBlockers([row]);
    return presentImport(row, { revertBlocker });
  }
}

async function isDifferent(
  plan: FilePlan,
  expected: NonNullable<EndpointParsed<typeof startImport>['body']['expected']>,
): Promise<boolean> {
  const { counts } = plan;
  if (expected.new !== counts.new || expected.changed !== counts.changed) return true;
  if (expected.review !== undefined && expected.review !== counts.review) return true;
  return expected.fingerprint !== undefined && expected.fingerprint !== (await fingerprintPlan(plan));
}

interface UploadedFile {
  kind: ImportKind;
  file_name: string;
  content: string;
  repairs?: Repairs | undefined;
}

const toImportFile = (body: UploadedFile) => ({
  kind: body.kind,
  fileName: body.file_name,
  content: body.content,
  repairs: body.repairs,
});

const MAX_LISTED_ALIASES = 500;

const toAliasTarget = ({ id, source, printedName, symbol }: AliasRow) => ({
  target: { type: 'import_alias', id: String(id) },
  details: { label: printedName, after: `symbol: ${symbol}, source: ${source}` },
});

const MAX_NOTE = 1_000;

/** Returns what an administrator has corrected, for the audit log: `2 repairs. Line 12: Symbol LUCK, Payout 50%. Rose Mills: ROSE.` */
function describeRepairs({ rows = [], companies = [], columns }: Repairs = {}): string {
  const repairs = [
    ...(columns ? [`Columns: ${columns.filter((column) => column !== '').join(', ')}.`] : []),
    ...rows.map(({ line, text, joins, cells = {} }) => {
      const parts = Object.entries(cells).map(([column, cell]) => `${column} ${cell}`);
      const ofLine = [
        ...(text === undefined ? [] : [text]),
        ...(joins ? ['joined with the line before'] : []),
      ];
      return `Line ${line}: ${[...ofLine, ...parts].join(', ')}.`;
    }),
    ...companies.map(({ name, symbol }) => `${name}: ${symbol ?? 'no symbol'}.`),
  ];
  if (repairs.length === 0) return '';
  const count = repairs.length === 1 ? '1 repair' : `${repairs.length} repairs`;
  return `${count}. ${repairs.join(' ')}`.slice(0, MAX_NOTE);
}

/**
 * Returns a hash of every row that writes something, or would once it is confirmed: its status, values and changes. Two
 * plans of a file with equal counts can differ, for example if one new row has become a change and another the reverse.
 */
async function fingerprintPlan({ rows }: Plan<unknown>): Promise<string> {
  const hash = createHash('sha256');
  const takeTurns = createTurns();
  for (const { key, status, review, changes, record } of rows) {
    if (status === 'new' || status === 'changed' || review) {
      hash.update(JSON.stringify([key, status, review?.status ?? null, changes, record?.values ?? null]));
    }
    await takeTurns();
  }
  return hash.digest('base64url');
}
