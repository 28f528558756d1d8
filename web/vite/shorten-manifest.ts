import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';

interface Manifest {
  entry: { imports: string[] };
  routes: Record<string, Record<string, unknown>>;
}

/**
 * Removes from the route manifest, which every page loads, what React Router derives from a missing value: flags that are false,
 * empty lists, and imports that the entry has already loaded.
 */
export const shortenManifest: Config['buildEnd'] = async ({ reactRouterConfig }) => {
  const folder = join(reactRouterConfig.buildDirectory, 'client', 'assets');
  const names = (await readdir(folder)).filter((name) => /^manifest-\w+\.js$/.test(name));
  for (const name of names) {
    const path = join(folder, name);
    const [, start, json, end] = /^([^{]*)(\{.*\})(;?)$/s.exec(await readFile(path, 'utf8')) ?? [];
    if (json === undefined) throw new Error(`The route manifest ${name} has an unexpected format.`);
    await writeFile(path, `${start}${JSON.stringify(shorten(JSON.parse(json)))}${end}`);
  }
};

const shorten = (manifest: Manifest) => ({
  ...manifest,
  routes: Object.fromEntries(
    Object.entries(manifest.routes).map(([id, route]) => [id, shortenRoute(route, manifest.entry.imports)]),
  ),
});

function shortenRoute(route: Record<string, unknown>, loaded: readonly string[]) {
  const entries = Object.entries(route).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.filter((file) => !loaded.includes(file)) : value,
  ]);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0)),
  );
}
