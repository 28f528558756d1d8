import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { formatConfiguration, formatEnvExample } from './format-settings-docs.ts';
import { SETTINGS } from './settings/settings.ts';

const read = (name: string) => readFile(new URL(`../../../${name}`, import.meta.url), 'utf8');

describe('the documentation of the settings', () => {
  it('matches the settings in .env.example; run `npm run docs:settings` if it does not', async () => {
    expect(await read('.env.example')).toBe(formatEnvExample(SETTINGS));
  });

  it('matches the settings in docs/configuration.md; run `npm run docs:settings` if it does not', async () => {
    expect(await read('docs/configuration.md')).toBe(formatConfiguration(SETTINGS));
  });

  it('lists every variable once', () => {
    const names = SETTINGS.flatMap(({ settings }) => Object.keys(settings));
    expect(new Set(names).size).toBe(names.length);
  });
});
