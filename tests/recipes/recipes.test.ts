import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { createElement, type ReactElement } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestSignal } from '#tests/support/signals/shown-signals.ts';
import { RECIPES } from './recipes.ts';
import { type Cut, REMOVALS } from './removals.ts';

/** What the server and the pages consist of; tests and tools are not copied. */
const FOLDERS = ['core', 'features', 'db', 'simulators'];
const FILES = globSync('*.ts', { exclude: ['*.config.ts', '*.test.ts'] });

let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'tezi-test-recipes-'));
  const isSource = (path: string) => !/\.test\.tsx?$|^db.migrations|\be2e$/.test(path);
  for (const each of [...FOLDERS, ...FILES, 'package.json', 'tsconfig.json'])
    await cp(each, join(copy, each), { recursive: true, filter: isSource });
  await symlink(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  const config = {
    extends: './tsconfig.json',
    compilerOptions: { incremental: true, tsBuildInfoFile: './types.tsbuildinfo' },
    include: [...FOLDERS, ...FILES],
  };
  await writeFile(join(copy, 'tsconfig.recipes.json'), JSON.stringify(config));
});

afterAll(() => rm(copy, { recursive: true, force: true }));

/** Writes the files of all recipes to the copy, with those edits of each that `isApplied` selects by their index. */
async function applyRecipes(
  isApplied: (index: number, count: number) => boolean,
  { isCut = false } = {},
): Promise<void> {
  const edited = new Map<string, string>();
  for (const { edits } of RECIPES) {
    for (const [index, { path, inserted = [], created }] of edits.entries()) {
      if (created !== undefined) {
        if (isApplied(index, edits.length)) edited.set(path, created);
        else await rm(join(copy, path), { force: true });
        continue;
      }
      let source = edited.get(path) ?? (await readFile(path, 'utf8'));
      for (const [after, text] of isApplied(index, edits.length) ? inserted : []) {
        expect(source.split(after), `${path} has this text once: ${after}`).toHaveLength(2);
        source = source.replace(after, () => after + text);
      }
      edited.set(path, source);
    }
  }
  for (const { path, cuts } of isCut ? REMOVALS.flatMap(({ left }) => left) : []) {
    const source = edited.get(path) ?? (await readFile(path, 'utf8'));
    edited.set(
      path,
      cuts.reduce((text, cut) => applyCut(text, cut, path), source),
    );
  }
  for (const [path, source] of edited) {
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await writeFile(join(copy, path), source);
  }
}

function applyCut(source: string, { from, until, by = '' }: Cut, path: string): string {
  expect(source.split(from), `${path} has this text once: ${from}`).toHaveLength(2);
  const start = source.indexOf(from);
  const end = until === undefined ? start + from.length : source.indexOf(until, start);
  expect(end, `${path} has this text after it: ${until}`).toBeGreaterThan(start);
  return source.slice(0, start) + by + source.slice(end);
}

/** Renders an element completely, also what it loads lazily. */
async function render(element: ReactElement): Promise<string> {
  const inRouter = createElement(MemoryRouter, null, element);
  const page = createElement(QueryClientProvider, { client: new QueryClient() }, inRouter);
  return readText((await prerenderToNodeStream(page)).prelude);
}

/** Returns the files of the copy with type errors, and the errors. */
async function checkTypes(): Promise<{ files: string[]; errors: string }> {
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '--project', 'tsconfig.recipes.json', '--pretty', 'false'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: copy }).catch(
    // It fails if there are errors, and has printed them.
    (error: { stdout: string }) => error,
  );
  const files = [...stdout.matchAll(/^([^(\s]+)\(\d+,\d+\): error/gm)].map(([, file = '']) => file);
  return { files: [...new Set(files)], errors: stdout };
}

it.each(RECIPES)('the recipe “$section” takes at most $maxFiles files', ({ edits, maxFiles }) => {
  const paths = edits.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.length).toBeLessThanOrEqual(maxFiles);
});

it.each(RECIPES)('CONTRIBUTING.md names the files of “$section”', async ({ section, edits }) => {
  const [, text = ''] = (await readFile('CONTRIBUTING.md', 'utf8')).split(`\n## ${section}\n`);
  const [recipe = ''] = text.split('\n## ');
  const getName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const isUnique = (name: string) => edits.filter(({ path }) => getName(path) === name).length === 1;
  const isNamed = (path: string) => recipe.includes(isUnique(getName(path)) ? getName(path) : path);
  const existing = edits.filter(({ created }) => created === undefined);
  expect(existing.map(({ path }) => path).filter((path) => !isNamed(path))).toEqual([]);
});

it('no recipe or removal depends on the words of a comment', () => {
  const inserted = RECIPES.flatMap(({ edits }) =>
    edits.flatMap(({ inserted = [] }) => inserted.map(([after]) => after)),
  );
  const cuts = REMOVALS.flatMap(({ left }) => left.flatMap((file) => file.cuts));
  const anchors = [...inserted, ...cuts.flatMap(({ from, until = '' }) => [from, until])];
  expect(anchors.filter((anchor) => /\/\*|^ *\*|\/\/ /m.test(anchor))).toEqual([]);
});

describe('in a copy', () => {
  it('the edits of the recipes have no type errors', async () => {
    await applyRecipes(() => true);
    expect((await checkTypes()).errors).toBe('');
  });

  it('the type check leads from the first edit of each recipe to the next ones, and from removed folders to what is left of them', async () => {
    await applyRecipes((index) => index === 0);
    for (const path of REMOVALS.flatMap(({ removed }) => removed)) {
      await rm(join(copy, path), { recursive: true, force: true });
    }
    const { files, errors } = await checkTypes();
    const left = REMOVALS.flatMap((removal) => removal.left).filter(({ isUntyped = false }) => !isUntyped);
    expect(files, errors).toEqual(
      expect.arrayContaining([
        ...RECIPES.flatMap(({ failAfterFirst }) => failAfterFirst),
        ...left.map(({ path }) => path),
      ]),
    );
  });

  it('the type check leads to the last edit of each recipe', async () => {
    await applyRecipes((index, count) => index < count - 1);
    const { files, errors } = await checkTypes();
    expect(files, errors).toEqual(
      expect.arrayContaining(RECIPES.flatMap(({ failWithoutLast }) => failWithoutLast)),
    );
  });

  it('there are no type errors without Telegram, the page that verifies messages, and the lines that name them', async () => {
    await applyRecipes(() => true, { isCut: true });
    expect((await checkTypes()).errors).toBe('');
  });

  describe('a field of a signal', () => {
    beforeAll(() => applyRecipes(() => true, { isCut: true }));

    const load = (path: string) => import(join(copy, path));
    const TEXT = 'A close below 450.';
    const CHANGED = 'A close below 440.';
    const makeSignal = (invalidation: string) => ({
      ...makeTestSignal('LUCK'),
      invalidation,
      confidence: null,
    });

    it('is a text field of the form, and an empty one of a new signal', async () => {
      const { createEmptyDraft, toDraft } = await load('features/signals/web/admin/signals/signal-form.ts');
      expect(createEmptyDraft('swing')).toMatchObject({ invalidation: '' });
      const { DisclosureFields } = await load('features/signals/web/admin/signals/disclosure-fields.tsx');
      const props = { draft: toDraft(makeSignal(TEXT)), warn: () => null, isPublished: true };
      const form = await render(createElement(DisclosureFields, props));
      expect(form).toContain('name="invalidation"');
      expect(form).toContain(TEXT);
      expect(form).toContain('What would make the call wrong.');
    });

    it('is part of requests, drafts and their reviews, and of the history', async () => {
      const { SignalBody, SignalPatch } = await load('features/signals/contract/publishing/signal-body.ts');
      expect(SignalPatch.parse({ invalidation: TEXT })).toEqual({ invalidation: TEXT });
      expect(SignalBody.def.shape).toHaveProperty('invalidation');
      const { DraftContent, toSignalInput } = await load(
        'features/signals/contract/publishing/signal-body.ts',
      );
      const draft = DraftContent.parse({ signal_type: 'swing', invalidation: TEXT });
      const { listOptionalFields } = await load('features/signals/web/admin/signals/signal-form.ts');
      const shown = { field: 'invalidation', label: 'Invalidation', text: TEXT };
      expect(listOptionalFields(toSignalInput(draft))).toContainEqual(shown);
      expect(listOptionalFields(makeSignal(TEXT))).toContainEqual(shown);
    });

    it('is shown on cards, in feeds and in the timeline', async () => {
      const { presentAdminSignal, toSignalRow } = await load('features/signals/server/present-signal.ts');
      const stored = { ...makeSignal(TEXT), version: 1, closed_at: null };
      expect(presentAdminSignal(toSignalRow(stored, 'CODE'))).toMatchObject({ invalidation: TEXT });
      const { listAttributions } = await load('features/signals/contract/signal-fields.ts');
      const disclosure_text = listAttributions(stored).join('\n');
      const { SignalCard } = await load('features/signals/web/psx/signal-card.tsx');
      const signal = { ...stored, disclosure_text };
      expect(await render(createElement(SignalCard, { signal }))).toContain(`Wrong if: ${TEXT}`);
      const { writeSignalFeed } = await load('features/accounts/server/feeds/write-signal-feed.ts');
      const urls = { url: 'https://tezi.example/feed', publicUrl: 'https://tezi.example' };
      expect(writeSignalFeed([signal], urls)).toContain(`Wrong if: ${TEXT}`);
      const { listTimelineEvents } = await load('features/signals/server/changes/timeline-events.ts');
      const { describeEvent } = await load('features/signals/web/public/signal/timeline/describe-event.ts');
      const after = { ...stored, invalidation: CHANGED };
      const [event] = listTimelineEvents({ kind: 'edited', before: stored, after, changedAt: new Date() });
      expect(describeEvent(event)).toBe(`Invalidation changed\n\nBefore:\n${TEXT}\n\nAfter:\n${CHANGED}`);
    });

    it('is a column of the CSV files', async () => {
      const { SIGNAL_COLUMNS } = await load('features/signals/server/track-record/bundle/bundle-files.ts');
      expect(SIGNAL_COLUMNS.get('invalidation')).toBe('what makes the call wrong');
      const { writeRecordCsv } = await load('features/signals/server/track-record/performance/record-csv.ts');
      const noRows = async () => ({ rows: [] });
      const empty = Object.assign(drizzle(noRows), { execute: noRows });
      expect(await writeRecordCsv(empty, [], {})).toContain(',rationale,invalidation,');
    });
  });
});
