import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  gte,
  isNotNull,
  like,
  lt,
  lte,
  max,
  not,
  or,
  sql,
} from 'drizzle-orm';
import { ADVISORY_LOCKS } from '#core/server/platform/database/advisory-locks.ts';
import { isOneOf, toInsertBatches } from '#core/server/platform/database/parameters.ts';
import type { Queryable, Transaction } from '#core/server/platform/database.ts';
import { FIRST_PREVIOUS, KEY_STARTED } from '#features/ledger/contract/verify-record.mjs';
import { ledgerEntries, ledgerHeads, ledgerPayloads, ledgerReleases } from './ledger.tables.ts';

export type EntryRow = typeof ledgerEntries.$inferSelect;
export type HeadRow = typeof ledgerHeads.$inferSelect;
type PayloadRow = typeof ledgerPayloads.$inferSelect;

/** Locks the chain until the transaction ends, so that one writer at a time extends it. */
export async function lockChain(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.ledgerChain})`);
}

export async function findLastEntry(db: Queryable): Promise<EntryRow | null> {
  const [row] = await db.select().from(ledgerEntries).orderBy(desc(ledgerEntries.sequence)).limit(1);
  return row ?? null;
}

/** Returns the sequence of the last entry; 0 in an empty ledger. */
export async function findLastSequence(db: Queryable): Promise<number> {
  const [row] = await db.select({ last: max(ledgerEntries.sequence) }).from(ledgerEntries);
  return row?.last ?? 0;
}

/** Where the chain continues. */
export interface ChainEnd {
  /** The sequence of the last entry; 0 in an empty chain. */
  sequence: number;
  hash: string;
  time: Date;
  head: Pick<HeadRow, 'signedAt' | 'key'> | null;
}

/** Returns the end of the chain: its last entry and its newest head. */
export async function findEnd(db: Queryable): Promise<ChainEnd> {
  const { signedAt, key } = ledgerHeads;
  const newest = db.select({ signedAt, key }).from(ledgerHeads).orderBy(desc(signedAt)).limit(1).as('newest');
  const { sequence, hash, recordedAt: time } = ledgerEntries;
  const [row] = await db
    .select({ sequence, hash, time, head: { signedAt: newest.signedAt, key: newest.key } })
    .from(ledgerEntries)
    .leftJoin(newest, sql`true`)
    .orderBy(desc(sequence))
    .limit(1);
  return row ?? { sequence: 0, hash: FIRST_PREVIOUS, time: new Date(0), head: null };
}

export async function insertEntries(
  tx: Transaction,
  rows: readonly (EntryRow & PayloadRow)[],
): Promise<void> {
  await tx.insert(ledgerEntries).values(
    rows.map(({ sequence, recordedAt, kind, commitment, previous, hash }) => ({
      sequence,
      recordedAt,
      kind,
      commitment,
      previous,
      hash,
    })),
  );
  await tx.insert(ledgerPayloads).values(
    rows.map(({ sequence, reference, subject, isOpen, salt, payload }) => ({
      sequence,
      reference,
      subject,
      isOpen,
      salt,
      payload,
    })),
  );
}

const isSealed = sql<boolean>`(not ${ledgerPayloads.isOpen} and ${ledgerReleases.sequence} is null)`;

/** Returns the sealed entries of a kind, or of all, in their order, without content. */
export async function listSealedEntries(
  db: Queryable,
  { kind, before }: { kind?: string; before?: Date } = {},
): Promise<(Pick<EntryRow, 'sequence' | 'recordedAt'> & Pick<PayloadRow, 'subject'>)[]> {
  const { sequence, recordedAt } = ledgerEntries;
  return db
    .select({ sequence, recordedAt, subject: ledgerPayloads.subject })
    .from(ledgerPayloads)
    .innerJoin(ledgerEntries, eq(sequence, ledgerPayloads.sequence))
    .leftJoin(ledgerReleases, eq(ledgerReleases.sequence, ledgerPayloads.sequence))
    .where(
      and(
        isSealed,
        kind === undefined ? undefined : eq(ledgerEntries.kind, kind),
        before && lt(recordedAt, before),
      ),
    )
    .orderBy(asc(ledgerPayloads.sequence));
}

/** Returns the subjects that have sealed entries. */
export async function listSealedSubjects(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectDistinct({ subject: ledgerPayloads.subject })
    .from(ledgerPayloads)
    .leftJoin(ledgerReleases, eq(ledgerReleases.sequence, ledgerPayloads.sequence))
    .where(isSealed);
  return rows.map(({ subject }) => subject);
}

/** Returns the references of the entries of subjects whose content is public: those that are open, and those that were released. */
export async function listPublicReferences(db: Queryable, subjects: readonly string[]): Promise<Set<string>> {
  const { reference } = ledgerPayloads;
  const rows = await db
    .select({ reference })
    .from(ledgerPayloads)
    .leftJoin(ledgerReleases, eq(ledgerReleases.sequence, ledgerPayloads.sequence))
    .where(and(isOneOf(ledgerPayloads.subject, subjects), not(isSealed)));
  return new Set(rows.map((row) => row.reference));
}

/** Returns the public entries after a sequence, until another one, whose reference matches a pattern, by sequence. */
export async function listPublicEntries(
  db: Queryable,
  { after, until, pattern }: { after: number; until: number; pattern: string },
): Promise<Pick<PayloadRow, 'sequence' | 'subject'>[]> {
  const { sequence, subject, reference } = ledgerPayloads;
  return db
    .select({ sequence, subject })
    .from(ledgerPayloads)
    .leftJoin(ledgerReleases, eq(ledgerReleases.sequence, sequence))
    .where(and(gt(sequence, after), lte(sequence, until), like(reference, pattern), not(isSealed)))
    .orderBy(asc(sequence));
}

/** The newest entries about some subjects, the newest first, without content. */
export interface NewEntries {
  /** The sequence of the last entry of the ledger when they were read; 0 in an empty ledger. */
  last: number;
  /** The position of the last release; 0 without releases. */
  lastRelease: number;
  entries: RecentEntry[];
}

/** `at`: when it was recorded, or released. */
type RecentEntry = Pick<PayloadRow, 'reference' | 'subject'> & { at: Date };

interface NewEntriesFilter {
  after: number;
  subjectPrefix: string;
  isPublicOnly: boolean;
  /** So many of the newest entries are looked at, whatever their subjects. */
  scanned: number;
  limit: number;
}

/** Returns the entries after a sequence. Sequences are in the order of the commits, so none that comes later was missed. */
export async function listEntriesAfter(db: Queryable, filter: NewEntriesFilter): Promise<NewEntries> {
  const { sequence, reference, subject, isOpen } = ledgerPayloads;
  const end = db
    .select({
      last: max(sequence).as('last'),
      lastRelease: sql<number>`(select max(${ledgerReleases.position})::float8 from ${ledgerReleases})`.as(
        'last_release',
      ),
    })
    .from(ledgerPayloads)
    .as('ledger_end');
  // With a limit of its own, so that the planner does not expect most of a long ledger.
  const newest = db
    .select({ sequence, reference, subject, isOpen })
    .from(ledgerPayloads)
    .where(gt(sequence, filter.after))
    .orderBy(desc(sequence))
    .limit(filter.scanned)
    .as('newest_entries');
  const isReleased = exists(
    db.select({ one: sql`1` }).from(ledgerReleases).where(eq(ledgerReleases.sequence, newest.sequence)),
  );
  const rows = await db
    .select({
      last: end.last,
      lastRelease: end.lastRelease,
      entry: { reference: newest.reference, subject: newest.subject, at: ledgerEntries.recordedAt },
    })
    .from(end)
    .leftJoin(
      newest,
      and(
        like(newest.subject, `${filter.subjectPrefix}%`),
        filter.isPublicOnly ? or(eq(newest.isOpen, true), isReleased) : undefined,
      ),
    )
    .leftJoin(ledgerEntries, eq(ledgerEntries.sequence, newest.sequence))
    .orderBy(desc(newest.sequence))
    .limit(filter.limit);
  return {
    last: rows[0]?.last ?? 0,
    lastRelease: rows[0]?.lastRelease ?? 0,
    entries: rows.flatMap(({ entry: { reference, subject, at } }) =>
      reference !== null && subject !== null && at !== null ? { reference, subject, at } : [],
    ),
  };
}

/** Returns the entries until a sequence that were released after a release, the last one first. */
export async function listReleasedEntries(
  db: Queryable,
  {
    until,
    afterRelease,
    subjectPrefix,
    limit,
  }: { until: number; afterRelease: number; subjectPrefix: string; limit: number },
): Promise<RecentEntry[]> {
  const { sequence, reference, subject } = ledgerPayloads;
  return db
    .select({ reference, subject, at: ledgerReleases.releasedAt })
    .from(ledgerReleases)
    .innerJoin(ledgerPayloads, eq(ledgerPayloads.sequence, ledgerReleases.sequence))
    .where(
      and(
        gt(ledgerReleases.position, afterRelease),
        lte(sequence, until),
        like(subject, `${subjectPrefix}%`),
      ),
    )
    .orderBy(desc(ledgerReleases.position))
    .limit(limit);
}

/** Releases the sealed entries of subjects. Returns their number. The caller holds the lock of the chain. */
export async function insertReleases(tx: Transaction, subjects: string[], now: Date): Promise<number> {
  const sealed = await tx
    .select({ sequence: ledgerPayloads.sequence })
    .from(ledgerPayloads)
    .leftJoin(ledgerReleases, eq(ledgerReleases.sequence, ledgerPayloads.sequence))
    .where(and(isOneOf(ledgerPayloads.subject, subjects), isSealed))
    .orderBy(asc(ledgerPayloads.sequence));
  if (sealed.length === 0) return 0;
  const first = (await findLastRelease(tx)) + 1;
  const released = sealed.map(({ sequence }, index) => ({
    sequence,
    position: first + index,
    releasedAt: now,
  }));
  for (const batch of toInsertBatches(released)) await tx.insert(ledgerReleases).values(batch);
  return sealed.length;
}

/** Returns the position of the last release; 0 without releases. */
export async function findLastRelease(db: Queryable): Promise<number> {
  const [row] = await db.select({ position: max(ledgerReleases.position) }).from(ledgerReleases);
  return row?.position ?? 0;
}

export interface ListedEntry extends EntryRow {
  /** `null` in a sealed entry. */
  content: Pick<PayloadRow, 'salt' | 'payload'> | null;
}

interface EntryRange {
  from: number;
  until: number;
  limit: number;
  /** Releases after this position do not count; `null`: every entry has its content. */
  lastRelease: number | null;
}

/** Returns entries by sequence, with the content of those that are open or released. */
export async function listEntries(
  db: Queryable,
  { from, until, limit, lastRelease }: EntryRange,
): Promise<ListedEntry[]> {
  const isReleased = and(
    eq(ledgerReleases.sequence, ledgerEntries.sequence),
    lastRelease === null ? undefined : lte(ledgerReleases.position, lastRelease),
  );
  const isPublic =
    lastRelease === null
      ? undefined
      : or(eq(ledgerPayloads.isOpen, true), isNotNull(ledgerReleases.sequence));
  const rows = await db
    .select({ entry: ledgerEntries, salt: ledgerPayloads.salt, payload: ledgerPayloads.payload })
    .from(ledgerEntries)
    .leftJoin(ledgerReleases, isReleased)
    // The condition is part of the join: the content of a sealed entry does not leave the database.
    .leftJoin(ledgerPayloads, and(eq(ledgerPayloads.sequence, ledgerEntries.sequence), isPublic))
    .where(and(gte(ledgerEntries.sequence, from), lte(ledgerEntries.sequence, until)))
    .orderBy(asc(ledgerEntries.sequence))
    .limit(limit);
  return rows.map(({ entry, salt, payload }) => ({
    ...entry,
    content: salt === null || payload === null ? null : { salt, payload },
  }));
}

/** Returns the newest entries, without content, and if they are public. */
export async function listNewestEntries(
  db: Queryable,
  limit: number,
): Promise<(Pick<EntryRow, 'sequence' | 'recordedAt' | 'kind' | 'hash'> & { isPublic: boolean })[]> {
  const { sequence, recordedAt, kind, hash } = ledgerEntries;
  return db
    .select({ sequence, recordedAt, kind, hash, isPublic: sql<boolean>`not ${isSealed}` })
    .from(ledgerEntries)
    .innerJoin(ledgerPayloads, eq(ledgerPayloads.sequence, sequence))
    .leftJoin(ledgerReleases, eq(ledgerReleases.sequence, sequence))
    .orderBy(desc(sequence))
    .limit(limit);
}

/** Returns entries that commit to another subject, or to be open or not, than is stored next to the content. */
export async function listChangedSubjects(db: Queryable, limit: number): Promise<number[]> {
  const { sequence, subject, isOpen, payload } = ledgerPayloads;
  const committed = sql`${payload}::jsonb -> 'entry'`;
  const rows = await db
    .select({ sequence })
    .from(ledgerPayloads)
    .where(
      sql`${payload} like '%"entry":{"is_open":%' and (${committed} ->> 'subject', (${committed} ->> 'is_open')::boolean) is distinct from (${subject}, ${isOpen})`,
    )
    .limit(limit);
  return rows.map((row) => row.sequence);
}

/** Returns the number of releases that are missing: their positions have no gaps. */
export async function countRemovedReleases(db: Queryable): Promise<number> {
  const { position } = ledgerReleases;
  const [row] = await db.select({ last: max(position), count: count() }).from(ledgerReleases);
  return (row?.last ?? 0) - (row?.count ?? 0);
}

/** Returns the number of sealed entries and the time of the first of them. */
export async function findSealed(db: Queryable): Promise<{ count: number; since: Date | null }> {
  const first = db
    .select({ since: ledgerEntries.recordedAt })
    .from(ledgerPayloads)
    .leftJoin(ledgerReleases, eq(ledgerReleases.sequence, ledgerPayloads.sequence))
    .innerJoin(ledgerEntries, eq(ledgerEntries.sequence, ledgerPayloads.sequence))
    .where(isSealed)
    .orderBy(asc(ledgerPayloads.sequence))
    .limit(1)
    .as('first_sealed');
  // The positions of releases have no gaps, so that the last one is their number: joining all of them takes twice as long.
  const counted = db
    .select({
      count:
        sql<number>`(count(*) - coalesce((select max(${ledgerReleases.position}) from ${ledgerReleases}), 0))::int`.as(
          'count',
        ),
    })
    .from(ledgerPayloads)
    .where(sql`not ${ledgerPayloads.isOpen}`)
    .as('counted');
  const [row] = await db
    .select({ count: counted.count, since: first.since })
    .from(counted)
    .leftJoin(first, sql`true`);
  return row ?? { count: 0, since: null };
}

/** Returns the entries that announce keys. The kind is no parameter, so that every plan can use its index. */
export async function listKeyEntries(
  db: Queryable,
): Promise<(Pick<EntryRow, 'sequence' | 'recordedAt'> & Pick<PayloadRow, 'payload'>)[]> {
  return db
    .select({
      sequence: ledgerEntries.sequence,
      recordedAt: ledgerEntries.recordedAt,
      payload: ledgerPayloads.payload,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerPayloads, eq(ledgerPayloads.sequence, ledgerEntries.sequence))
    .where(sql`${ledgerEntries.kind} = ${sql.raw(`'${KEY_STARTED}'`)}`)
    .orderBy(asc(ledgerEntries.sequence));
}

/** The start of the references of entries about the verification script. */
export const VERIFIER_PREFIX = 'verifier:';

/** Returns the SHA-256 of the scripts that the chain announces, by sequence. */
export async function listVerifiers(db: Queryable): Promise<string[]> {
  const { sequence, reference, payload } = ledgerPayloads;
  const rows = await db
    .select({ payload })
    .from(ledgerPayloads)
    .where(like(reference, `${VERIFIER_PREFIX}%`))
    .orderBy(asc(sequence));
  return rows.map((row) => (JSON.parse(row.payload) as { sha256: string }).sha256);
}

/** Returns the newest heads, newest first. */
export async function listNewestHeads(db: Queryable, limit: number): Promise<HeadRow[]> {
  return db.select().from(ledgerHeads).orderBy(desc(ledgerHeads.signedAt)).limit(limit);
}

/** Returns the heads of a range of entries that were signed by a time, by time. */
export async function listHeads(
  db: Queryable,
  { from, until, signedUntil }: { from: number; until: number; signedUntil: Date },
): Promise<HeadRow[]> {
  return db
    .select()
    .from(ledgerHeads)
    .where(
      and(
        gte(ledgerHeads.sequence, from),
        lte(ledgerHeads.sequence, until),
        lte(ledgerHeads.signedAt, signedUntil),
      ),
    )
    .orderBy(asc(ledgerHeads.signedAt));
}

export async function insertHead(tx: Transaction, row: HeadRow): Promise<void> {
  await tx.insert(ledgerHeads).values(row);
}

/** Returns the entry with a reference, with its content, and the first head that covers it. */
export async function findReceipt(
  db: Queryable,
  reference: string,
): Promise<{ entry: EntryRow; payload: PayloadRow; head: HeadRow | null } | null> {
  const head = db
    .select()
    .from(ledgerHeads)
    .where(gte(ledgerHeads.sequence, ledgerPayloads.sequence))
    .orderBy(asc(ledgerHeads.sequence), asc(ledgerHeads.signedAt))
    .limit(1)
    .as('head');
  const { signedAt, sequence, hash, key, signature } = head;
  const [row] = await db
    .select({
      entry: ledgerEntries,
      payload: ledgerPayloads,
      head: { signedAt, sequence, hash, key, signature },
    })
    .from(ledgerPayloads)
    .innerJoin(ledgerEntries, eq(ledgerEntries.sequence, ledgerPayloads.sequence))
    .leftJoinLateral(head, sql`true`)
    .where(eq(ledgerPayloads.reference, reference));
  return row ?? null;
}

/** Returns the stored content of what entries record, by reference. */
export async function readPayloads(db: Queryable, references: string[]): Promise<Map<string, PayloadRow>> {
  if (references.length === 0) return new Map();
  const rows = await db.select().from(ledgerPayloads).where(isOneOf(ledgerPayloads.reference, references));
  return new Map(rows.map((row) => [row.reference, row]));
}

/** Returns the references after one, by sequence. */
export async function listReferences(
  db: Queryable,
  { after, limit }: { after: number; limit: number },
): Promise<Pick<PayloadRow, 'sequence' | 'reference'>[]> {
  return db
    .select({ sequence: ledgerPayloads.sequence, reference: ledgerPayloads.reference })
    .from(ledgerPayloads)
    .where(gt(ledgerPayloads.sequence, after))
    .orderBy(asc(ledgerPayloads.sequence))
    .limit(limit);
}
