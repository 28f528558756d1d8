import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Row {
  id: string;
  answer: string;
  /** Paths from the root. */
  files: string[];
}

const summary = await readFile('docs/security.md', 'utf8');
const rows = (await readFile('docs/security-asvs.md', 'utf8')).split('\n').flatMap(parseRow);

/** Parses a row of a table with requirements: ID, level, requirement, answer, links to what shows it. */
function parseRow(line: string): Row[] {
  const [, id = '', , , answer = '', links = ''] = line.split('|').map((cell) => cell.trim());
  if (!/^\d+\.\d+\.\d+$/.test(id)) return [];
  return [
    { id, answer, files: [...links.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => join('docs', link)) },
  ];
}

const ANSWERS = ['Met', 'Not applicable', 'Deviation'];
const getAnswer = ({ answer }: Row) => ANSWERS.find((name) => new RegExp(`^${name}([.:] .*)?$`).test(answer));

it('answers each requirement of ASVS once, and shows the answer by files that exist', () => {
  expect(rows.length).toBeGreaterThan(200);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.filter((row) => getAnswer(row) === undefined)).toEqual([]);
  expect(rows.filter((row) => row.files.length === 0 && getAnswer(row) !== 'Not applicable')).toEqual([]);
  expect(rows.flatMap(({ files }) => files).filter((file) => !existsSync(file))).toEqual([]);
});

it('counts the answers in docs/security.md and lists the deviations', () => {
  for (const name of ANSWERS) {
    const count = rows.filter((row) => getAnswer(row) === name).length;
    expect(summary).toContain(`\n| ${name} | ${count} |\n`);
  }
  const deviations = rows.filter((row) => getAnswer(row) === 'Deviation').map(({ id }) => id);
  expect([...summary.matchAll(/^\| (\d+\.\d+\.\d+) \|/gm)].map(([, id]) => id)).toEqual(deviations);
});
