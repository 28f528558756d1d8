import { readFile, writeFile } from 'node:fs/promises';
import { formatEnvExample, insertSettingsTables } from './format-settings-docs.ts';
import { SETTINGS } from './settings.ts';

const ENV_EXAMPLE = new URL('../../.env.example', import.meta.url);
const README = new URL('../../README.md', import.meta.url);

await writeFile(ENV_EXAMPLE, formatEnvExample(SETTINGS));
await writeFile(README, insertSettingsTables(await readFile(README, 'utf8'), SETTINGS));
