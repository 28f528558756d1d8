import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';

interface Manifest {
  entry: { imports: string[] };
  routes: Record<string, Record<string, unknown>>;
}

/**
 * Shortens the route manifest, which every page loads. Removes what React Router derives from a missing value: flags that are false,
 * empty lists, and imports that the entry has already loaded. A function in the file adds IDs, paths and parents again, and the names of
 * imports, of which each is in the file once: their hashes cannot be compressed. Sorted lists of their indices can.
 */
export const shortenManifest: Config['buildEnd'] = async ({ reactRouterConfig }) => {
  const folder = join(reactRouterConfig.buildDirectory, 'client', 'assets');
  const names = (await readdir(folder)).filter((name) => /^manifest-\w+\.js$/.test(name));
  for (const name of names) {
    const path = join(folder, name);
    const [, start, json, end] = /^([^{]*)(\{.*\})(;?)$/s.exec(await readFile(path, 'utf8')) ?? [];
    if (json === undefined) throw new Error(`The route manifest ${name} has an unexpected format.`);
    await writeFile(path, `${start}${toExpression(shorten(JSON.parse(json)))}${end}`);
  }
};

/** Returns an expression whose value is the manifest. */
function toExpression({ routes, ...manifest }: Manifest): string {
  const files = new Map<unknown, number>();
  const toIndex = (file: unknown) => {
    const index = files.get(file) ?? files.size;
    files.set(file, index);
    return index;
  };
  const packed = Object.entries(routes).map(([id, { id: _, parentId, path, imports, ...route }]) => {
    if (parentId !== (id === ROOT ? undefined : ROOT))
      throw new Error(`The route ${id} is not directly below the root route.`);
    return [
      id,
      {
        ...route,
        ...(path === id ? {} : { path }),
        ...(Array.isArray(imports) ? { imports: imports.map(toIndex).sort((a, b) => a - b) } : {}),
      },
    ];
  });
  const content = { ...manifest, routes: Object.fromEntries(packed) };
  return `(${UNPACK})(${JSON.stringify(content)},${JSON.stringify([...files.keys()])})`;
}

const ROOT = 'root';

const UNPACK =
  '(m,f)=>{for(let i in m.routes){let r=m.routes[i];r.id=i;if(i!="root")r.parentId="root";if(!r.index)r.path??=i;if(r.imports)r.imports=r.imports.map(n=>f[n])}return m}';

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
