import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { formatKarachiDate } from '#core/contract/dates.ts';
import { paths, recordFiles } from '#core/contract/paths.ts';
import { parseByContract } from '#core/server/http/endpoints/parse-by-contract.ts';
import { escapeXml } from '#core/server/http/escape-xml.ts';
import { isNotModified } from '#core/server/http/response-cache/negotiate.ts';
import type { Caching } from '#core/server/http/response-cache/send-cached.ts';
import { FEED_CACHE_CONTROL, serveSharedFile } from '#core/server/http/response-cache/shared-file.ts';
import type { Dependencies, RouteDependencies } from '#dependencies.ts';
import { readRecord } from '#features/ledger/contract/endpoints.ts';
import { getSignedText, type RecordHead } from '#features/ledger/contract/verify-record.mjs';
import { digestVerificationScript } from './enter-verifier.ts';
import { findLastEntry, findLastRelease, listNewestHeads } from './ledger.queries.ts';
import { listLines, presentHead, readSummary, readVerificationScript, writeHeads } from './list-lines.ts';
import { createRecordCheck } from './record-check.ts';

const LISTED_HEADS = 400;
const FEED_LENGTH = 50;
const JSON_LINES = 'application/jsonl; charset=utf-8';

export function registerLedger({ handle, config, database, clock, checks }: RouteDependencies): void {
  const isSigned = config.ledgerSigningKey !== null || config.mode === 'demo';
  checks.register(createRecordCheck(database.db, clock, isSigned));
  const summary = { publicAfterDays: config.premiumPublicAfterDays, verifier: digestVerificationScript() };
  handle(readRecord, () => readSummary(database.db, summary));
}

/** Serves the files of the record, whose URLs never change: the export, the heads and the script that verifies them. */
export function recordFileRoutes(
  app: FastifyInstance,
  { config: { publicUrl }, database }: Pick<Dependencies, 'config' | 'database'>,
  caching: Caching,
): void {
  const { db } = database;
  app.setValidatorCompiler(parseByContract);

  // Not stored: it grows without a limit, and its ETag is known before it is read.
  app.get<{ Querystring: z.output<typeof RecordRange> }>(
    recordFiles.entries,
    {
      schema: { querystring: RecordRange },
      compress: { customTypes: /^application\/jsonl/ },
    },
    async (request, reply) => {
      const { from, limit } = request.query;
      const [head] = await listNewestHeads(db, 1);
      const last = (await findLastEntry(db))?.sequence ?? 0;
      const lastRelease = await findLastRelease(db);
      const etag = `"${last}-${lastRelease}-${head?.signedAt.getTime() ?? 0}"`;
      // Every cache must ask: a copy without the newest entries would look cut off next to the newest head.
      reply.header('Cache-Control', 'public, no-cache').header('ETag', `W/${etag}`);
      if (isNotModified(etag, request.headers['if-none-match'])) return reply.code(304).send();
      const until = limit === undefined ? last : Math.min(last, from + limit - 1);
      const signedUntil = head?.signedAt ?? new Date(0);
      reply.type(JSON_LINES).header('Content-Disposition', 'inline; filename="tezi-record.jsonl"');
      return reply.send(Readable.from(listLines(db, { from, until, lastRelease, signedUntil })));
    },
  );

  serveSharedFile(app, caching, {
    path: recordFiles.heads,
    topics: ['ledger'],
    cacheControl: FEED_CACHE_CONTROL,
    read: async () => {
      const [newest] = await listNewestHeads(db, 1);
      return {
        body: await writeHeads(db, LISTED_HEADS),
        type: 'application/json; charset=utf-8',
        lastModified: newest?.signedAt ?? new Date(0),
      };
    },
  });

  serveSharedFile(app, caching, {
    path: recordFiles.headsFeed,
    topics: ['ledger'],
    cacheControl: FEED_CACHE_CONTROL,
    read: async () => {
      const heads = await listNewestHeads(db, FEED_LENGTH);
      const updated = heads[0]?.signedAt ?? new Date(0);
      return {
        body: writeHeadsFeed(heads.map(presentHead), { publicUrl, updated }),
        type: 'application/atom+xml; charset=utf-8',
        lastModified: updated,
      };
    },
  });

  const script = readVerificationScript();
  serveSharedFile(app, caching, {
    path: recordFiles.script,
    topics: [],
    cacheControl: FEED_CACHE_CONTROL,
    read: () => ({ body: script, type: 'text/javascript; charset=utf-8', lastModified: STARTED_AT }),
  });
}

/** The script can only change with a new version of the server. */
const STARTED_AT = new Date();

const MAX_DIGITS = 15;

const position = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => /^[1-9]\d*$/.test(text) && text.length <= MAX_DIGITS,
        'Enter a whole number from 1.',
      ),
    ),
  z.transform(Number),
);

/** The query of the export. Without parameters it is complete. */
const RecordRange = z.object({
  /** The sequence of the first entry. */
  from: z._default(position, 1),
  /** The number of entries. */
  limit: z.optional(position),
});

/** Writes an Atom 1.0 feed (RFC 4287) of signed heads, newest first. */
function writeHeadsFeed(
  heads: readonly RecordHead[],
  { publicUrl, updated }: { publicUrl: string; updated: Date },
): string {
  const url = escapeXml(`${publicUrl}${recordFiles.headsFeed}`);
  const page = escapeXml(`${publicUrl}${paths.record}`);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `  <id>${url}</id>`,
    '  <title>Tezi: signed heads of the record</title>',
    `  <updated>${updated.toISOString()}</updated>`,
    '  <author><name>Tezi</name></author>',
    `  <link rel="self" type="application/atom+xml" href="${url}"/>`,
    `  <link rel="alternate" type="text/html" href="${page}"/>`,
    ...heads.map((head) => writeEntry(head, { url, page })),
    '</feed>',
    '',
  ].join('\n');
}

function writeEntry(head: RecordHead, { url, page }: { url: string; page: string }): string {
  const content = `${getSignedText(head)}\nsignature: ${head.signature}`;
  return [
    '  <entry>',
    `    <id>${url}#${head.time}</id>`,
    `    <title>Head of ${formatKarachiDate(head.time)}: entry ${head.sequence}</title>`,
    `    <updated>${head.time}</updated>`,
    `    <link rel="alternate" type="text/html" href="${page}"/>`,
    `    <content type="text">${escapeXml(content)}</content>`,
    '  </entry>',
  ].join('\n');
}
