import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const page = await readFile('docs/architecture.md', 'utf8');
const journeys = (/^## Journeys\n(.*?)^## /ms.exec(page)?.[1] ?? '').split(/^### /m).slice(1);

const getTitle = (journey: string) => journey.split('\n', 1)[0] ?? '';

describe('the journeys of the architecture', () => {
  it('are those of a publication, a webhook, a bank statement, a feed item and a newspaper table', () => {
    expect(journeys.map(getTitle)).toEqual([
      'From a publication to another browser',
      'From a webhook to access',
      'From a bank statement to access',
      'From a feed item to the page',
      'From a newspaper table to the closure',
    ]);
  });

  it.each(journeys.map((journey) => [getTitle(journey), journey]))(
    'name files that exist: %s',
    (_, journey = '') => {
      const files = [...journey.matchAll(/`((?:core|features)\/[^`]+)`/g)].map(([, file = '']) => file);
      expect(files.length).toBeGreaterThan(4);
      expect(files.filter((file) => !existsSync(file))).toEqual([]);
    },
  );
});

it('names no file of a folder that does not exist', () => {
  const paths = [...page.matchAll(/`((?:core|features|tests|lint|deploy|db|docs)\/[\w./-]+\.\w+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
