import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { timestamp } from '#core/contract/fields.ts';
import { IMPORT_KINDS } from './imports.ts';

/** A download of a connector with rows that need review. Its other rows were imported when it was received. */
const WaitingImport = z.object({
  id: z.int(),
  kind: z.enum(IMPORT_KINDS),
  file_name: z.string(),
  /** The URL without its query. */
  source: z.string(),
  received_at: timestamp,
  /** The number of rows that needed review when the file was received. */
  review: z.int(),
});
export type WaitingImport = z.infer<typeof WaitingImport>;

const WaitingImportId = z.object({ id: z.string() });

export const listWaitingImports = defineEndpoint({
  method: 'GET',
  path: '/admin/waiting-imports/',
  summary: 'List the downloads with rows that wait for review, oldest first',
  access: 'administrator',
  response: z.object({ results: z.array(WaitingImport) }),
});

/** Preview the file and start its import with `waiting_id`: only rows that are confirmed are imported, and the download is settled. */
export const readWaitingImport = defineEndpoint({
  method: 'GET',
  path: '/admin/waiting-imports/:id/',
  summary: 'Read the file of a download with rows that wait for review',
  access: 'administrator',
  params: WaitingImportId,
  response: z.object({ kind: z.enum(IMPORT_KINDS), file_name: z.string(), content: z.string() }),
});

export const dismissWaitingImport = defineEndpoint({
  method: 'POST',
  path: '/admin/waiting-imports/:id/dismiss/',
  summary: 'Dismiss a download whose rows that wait for review are wrong',
  access: 'administrator',
  params: WaitingImportId,
  status: 204,
  response: z.undefined(),
});
