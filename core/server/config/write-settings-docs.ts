import { writeFile } from 'node:fs/promises';
import { formatConfiguration, formatEnvExample } from './format-settings-docs.ts';
import { SETTINGS } from './settings/settings.ts';

const ENV_EXAMPLE = new URL('../../../.env.example', import.meta.url);
const CONFIGURATION = new URL('../../../docs/configuration.md', import.meta.url);

await writeFile(ENV_EXAMPLE, formatEnvExample(SETTINGS));
await writeFile(CONFIGURATION, formatConfiguration(SETTINGS));
