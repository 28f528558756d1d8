import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';

/** Contains the pages, which the global setup builds. */
export const CLIENT_DIR = fileURLToPath(new URL('../../../build/client', import.meta.url));

interface LoadedFiles {
  module: string;
  imports?: string[];
}

interface Manifest {
  url: string;
  entry: LoadedFiles;
  routes: Record<string, LoadedFiles & { id: string; path?: string }>;
}

/** A page and the files that it loads before any interaction, as paths in `CLIENT_DIR`. */
export interface BuiltRoute {
  path: string;
  /** Only those of the page. */
  ownFiles: string[];
  /** Also those that every page loads. */
  files: string[];
}

/** Reads the routes from the manifest of the build. */
export async function readBuiltRoutes(): Promise<BuiltRoute[]> {
  const files = await readdir(`${CLIENT_DIR}/assets`);
  const name = files.find((file) => /^manifest-\w+\.js$/.test(file));
  const code = await readFile(`${CLIENT_DIR}/assets/${name}`, 'utf8');
  const window = {} as { __reactRouterManifest: Manifest };
  runInNewContext(code, { window });
  const { url, entry, routes } = window.__reactRouterManifest;
  const { root, ...pages } = routes;
  if (!root) throw new Error('The manifest contains no root route.');
  const shared = [url, ...listFiles(entry), ...listFiles(root)];
  return Object.values(pages).map((page) => {
    const ownFiles = listFiles(page);
    return { path: page.path ?? '/', ownFiles, files: [...new Set([...shared, ...ownFiles])] };
  });
}

const listFiles = ({ module, imports = [] }: LoadedFiles) => [module, ...imports];
