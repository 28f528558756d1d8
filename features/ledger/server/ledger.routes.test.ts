import nodeCrypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { paths, recordFiles } from '#core/contract/paths.ts';
import { readRecord } from '#features/ledger/contract/endpoints.ts';
import {
  createNodeCryptography,
  readSavedCopy,
  verifyBytes,
} from '#features/ledger/contract/verify-record.mjs';
import { exportRecord, verifyText } from '#tests/support/ledger/ledger.ts';
import { useTestApp } from '#tests/support/test-app.ts';
import { appendEntries, createSigningKey, generateSigningKey, releaseSubjects } from './append-entries.ts';
import { signHeadIfDue } from './sign-head.ts';

const test = useTestApp();
const cryptography = createNodeCryptography(nodeCrypto);
const signingKey = createSigningKey(generateSigningKey());
const sign = (key = signingKey) =>
  signHeadIfDue({ database: test.database, clock: test.clock, signingKey: key });

const append = (subject: string, { isOpen = true } = {}) =>
  test.database.transaction(async (tx, announce) => {
    announce('ledger');
    const entry = { kind: 'signal.changed', subject, payload: { text: `SECRET ${subject}` }, isOpen };
    await appendEntries(tx, [{ ...entry, reference: subject, recordedAt: test.clock.now() }], null);
  });

const getHeads = async () => (await test.request(recordFiles.heads)).json();

describe('an empty record', () => {
  it('an empty record has no entries and no heads', async () => {
    expect(await exportRecord(test)).toBe('');
    expect(await getHeads()).toEqual({ heads: [], keys: [] });
    expect((await test.request(paths.record)).body).toContain('The record is empty');
    await sign();
    expect((await getHeads()).heads).toHaveLength(1);
  });
});

describe('the record', () => {
  let yesterday: string;
  beforeAll(async () => {
    test.clock.set('2026-11-23T12:59:00Z');
    await append('first');
    await append('sealed', { isOpen: false });
    test.clock.set('2026-11-23T13:01:00Z');
    await sign();
    await append('third');
    yesterday = (await test.request(recordFiles.heads)).body;
  });

  it('the record is signed before the market opens and when it closes, and soon after an interruption', async () => {
    const signAt = async (time: string) => {
      const { length } = (await getHeads()).heads;
      test.clock.set(time);
      await Promise.all([sign(), sign(), sign()]);
      return (await getHeads()).heads.length - length;
    };
    expect(await signAt('2026-11-24T04:01:00Z')).toBe(0);
    expect(await signAt('2026-11-24T04:02:00Z')).toBe(1);
    expect(await signAt('2026-11-24T10:29:00Z')).toBe(0);
    expect(await signAt('2026-11-24T10:30:00Z')).toBe(1);
    // A Friday morning, with no server since Tuesday.
    expect(await signAt('2026-11-27T01:00:00Z')).toBe(1);
    // Friday evening and the weekend.
    expect(await signAt('2026-11-27T14:00:00Z')).toBe(1);
    expect(await signAt('2026-11-29T14:00:00Z')).toBe(0);
  });

  it('the record is exported as lines that are valid together with their heads', async () => {
    const text = await exportRecord(test);
    expect(await verifyText(text)).toMatchObject({ isValid: true, entries: 4, sealed: 1, heads: 6 });
    expect(text).toContain('SECRET first');
    expect(text).not.toContain('SECRET sealed');
    expect(text).not.toContain('"sealed"');
  });

  it("contains yesterday's heads", async () => {
    const { saved, problem } = await readSavedCopy(Buffer.from(yesterday), { cryptography });
    expect(problem).toBeNull();
    const bytes = Buffer.from(await exportRecord(test));
    expect(await verifyBytes([bytes], { cryptography, saved, now: Date.UTC(2100, 0) })).toMatchObject({
      isValid: true,
      compared: 2,
    });
  });

  it('the record is exported in parts', async () => {
    const all = await exportRecord(test);
    const parts = await Promise.all(
      ['?limit=1', '?from=2&limit=2', '?from=4'].map((query) => exportRecord(test, query)),
    );
    expect(parts.join('')).toBe(all);
    expect(await exportRecord(test, '?from=5')).toBe('');
  });

  it.each(['?from=0', '?from=-1', '?from=x', '?limit=1.5', '?from=1&from=2'])('rejects %s', async (query) => {
    expect((await test.request(recordFiles.entries + query)).statusCode).toBe(400);
  });

  it('the record is not sent again to a client that has it, until something is released', async () => {
    const first = await test.request(recordFiles.entries);
    const conditional = () =>
      test.request({ url: recordFiles.entries, headers: { 'if-none-match': String(first.headers.etag) } });
    expect((await conditional()).statusCode).toBe(304);
    await test.database.transaction((tx) => releaseSubjects(tx, ['sealed'], test.clock.now()));
    const released = await conditional();
    expect(released.statusCode).toBe(200);
    expect(released.body).toContain('SECRET sealed');
    expect(await verifyText(released.body)).toMatchObject({ isValid: true, sealed: 0 });
    expect(await test.database.transaction((tx) => releaseSubjects(tx, ['sealed'], test.clock.now()))).toBe(
      0,
    );
  });

  it('announces a new key in the chain and lists both', async () => {
    const next = createSigningKey(generateSigningKey());
    test.clock.set('2026-11-30T14:00:00Z');
    await sign(next);
    const { keys, heads } = await getHeads();
    expect(keys).toEqual([
      expect.objectContaining({
        key: signingKey.publicKey,
        from_sequence: 1,
        valid_until: '2026-11-30T14:00:00.000Z',
      }),
      expect.objectContaining({ key: next.publicKey, from_sequence: 5, valid_until: null }),
    ]);
    expect(heads[0]).toMatchObject({ sequence: 5, key: next.publicKey });
    expect(await verifyText(await exportRecord(test))).toMatchObject({ isValid: true, heads: 7 });
  });

  it('the record is summarized by the API and on its page', async () => {
    const { body } = await test.call(readRecord, {});
    expect(body).toMatchObject({
      last_entry: { sequence: 5 },
      sealed: 0,
      sealed_since: null,
      public_after_days: 7,
    });
    expect(body.newest_entries[0]).toMatchObject({ sequence: 5, kind: 'key.started', is_public: true });
    const page = (await test.request(paths.record)).body;
    expect(page).toContain(body.head.hash);
    expect(page).not.toContain('noindex');
  });

  it('the record has an Atom feed of its heads, newest first', async () => {
    const { headers, body } = await test.request(recordFiles.headsFeed);
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(body).toContain('<title>Head of 30 Nov 2026: entry 5</title>');
    expect(body.indexOf('entry 5')).toBeLessThan(body.indexOf('entry 4'));
  });

  it('serves the script that verifies it', async () => {
    const { headers, body } = await test.request(recordFiles.script);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(body).toBe(readFileSync('features/ledger/contract/verify-record.mjs', 'utf8'));
  });
});
