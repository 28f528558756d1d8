import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { recordFiles } from '#contract/paths.ts';
import { readRecord } from '#contract/record/endpoints.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Handle } from '#server/http/endpoints.ts';
import { sendFeed } from '#server/http/feed-response.ts';
import { parseByContract } from '#server/http/parse-by-contract.ts';
import { isNotModified } from '#server/http/response-cache/negotiate.ts';
import { findLastEntry, findLastRelease, listNewestHeads } from './ledger.queries.ts';
import { listLines, presentHead } from './list-lines.ts';
import { listKeys, readSummary } from './read-summary.ts';
import { RecordRange } from './record-range.ts';
import { writeHeadsFeed } from './write-heads-feed.ts';

const LISTED_HEADS = 400;
const FEED_LENGTH = 50;
const JSON_LINES = 'application/jsonl; charset=utf-8';

type Parts = Pick<Dependencies, 'config' | 'database'>;

export function ledgerRoutes(handle: Handle, { config, database }: Parts): void {
  handle(readRecord, () => readSummary(database.db, { publicAfterDays: config.premiumPublicAfterDays }));
}

/** Serves the files of the record, whose URLs never change: the export, the heads and the script that verifies them. */
export function recordFileRoutes(app: FastifyInstance, { config: { publicUrl }, database }: Parts): void {
  const { db } = database;
  app.setValidatorCompiler(parseByContract);

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

  app.get(recordFiles.heads, async (request, reply) => {
    const heads = await listNewestHeads(db, LISTED_HEADS);
    const body = { heads: heads.map(presentHead), keys: await listKeys(db) };
    return sendFeed(request, reply, {
      body: `${JSON.stringify(body, null, 2)}\n`,
      type: 'application/json; charset=utf-8',
      changedAt: heads[0]?.signedAt ?? new Date(0),
    });
  });

  app.get(recordFiles.headsFeed, async (request, reply) => {
    const heads = await listNewestHeads(db, FEED_LENGTH);
    const updated = heads[0]?.signedAt ?? new Date(0);
    return sendFeed(request, reply, {
      body: writeHeadsFeed(heads.map(presentHead), { publicUrl, updated }),
      type: 'application/atom+xml; charset=utf-8',
      changedAt: updated,
    });
  });

  const script = readFileSync(new URL('../../../contract/record/verify-record.mjs', import.meta.url), 'utf8');
  app.get(recordFiles.script, (request, reply) =>
    sendFeed(request, reply, {
      body: script,
      type: 'text/javascript; charset=utf-8',
      changedAt: STARTED_AT,
    }),
  );
}

/** The script can only change with a new version of the server. */
const STARTED_AT = new Date();
