import * as z from 'zod/mini';

/**
 * The format of a backup: a gzip stream of lines of JSON in UTF-8.
 *
 * 1. A header (`Header`).
 * 2. For each table of the header, in its order, one line per row: an array with one value per column, each as PostgreSQL
 *    writes it as text, or `null`.
 * 3. A trailer (`Trailer`).
 */
export const FORMAT = 'tezi-backup';
export const FORMAT_VERSION = 1;

const Count = z.number().check(z.int(), z.nonnegative());

/** Read first, because the rest of the header depends on the version. */
export const FormatVersion = z.object({ format: z.literal(FORMAT), version: z.number() });

export const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  createdAt: z.iso.datetime(),
  /** The last migration of the database, for example `0017_jobs`. */
  migration: z.string(),
  tables: z.array(
    z.object({
      /** With the schema, for example `public.users`. */
      name: z.string(),
      columns: z.array(z.string()),
      rows: Count,
    }),
  ),
  /** The sequences of identity columns. */
  sequences: z.array(
    z.object({ name: z.string(), lastValue: z.string().check(z.regex(/^\d+$/)), isCalled: z.boolean() }),
  ),
});
export type Header = z.infer<typeof Header>;

export const Trailer = z.object({
  /** The number of rows of all tables. */
  rows: Count,
  /** The SHA-256 hash of all lines before the trailer, with their line ends. */
  sha256: z.string(),
});
export type Trailer = z.infer<typeof Trailer>;

export const Row = z.array(z.nullable(z.string()));
export type Row = z.infer<typeof Row>;
