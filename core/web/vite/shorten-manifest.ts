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
 * imports, of which each is in the file once: their hashes cannot be compressed. The steps between their sorted indices can.
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
  const files = new Map<string, number>();
  const toIndex = (file: string) => {
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
        ...(Array.isArray(imports) ? { imports: toSteps(imports.map(toIndex).sort((a, b) => a - b)) } : {}),
      },
    ];
  });
  const content = { ...manifest, routes: Object.fromEntries(packed) };
  return `(${UNPACK})(${JSON.stringify(content)},${JSON.stringify([...files.keys()].map(toName).join(' '))})`;
}

/** Returns the differences between the items of a sorted list. */
const toSteps = (indices: number[]) => indices.map((index, at) => index - (indices[at - 1] ?? 0));

/** Returns what differs in the paths of files. */
function toName(file: string): string {
  const [, name] = /^\/assets\/(.*)\.js$/.exec(file) ?? [];
  if (name === undefined) throw new Error(`The script ${file} is in an unexpected folder.`);
  return name;
}

const ROOT = 'root';

const UNPACK =
  '(m,s)=>{let f=s.split(" ");for(let i in m.routes){let r=m.routes[i];r.id=i;if(i!="root")r.parentId="root";if(!r.index)r.path??=i;if(r.imports){let p=0;r.imports=r.imports.map(n=>"/assets/"+f[p+=n]+".js")}}return m}';

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
