import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from 'react-router';

/** The source of the pages: the build, or Vite in development. */
export interface PageSource {
  load(): Promise<ServerBuild>;
  /** The folder of the built browser files; `null` when Vite serves them. */
  clientDir: string | null;
}

const CLIENT_DIR = fileURLToPath(new URL('../../../../build/client', import.meta.url));
const SERVER_BUILD = new URL('../../../../build/server/index.js', import.meta.url);

export function openBuiltPages(): PageSource {
  let build: Promise<ServerBuild> | undefined;
  return {
    load: () => (build ??= import(SERVER_BUILD.href) as Promise<ServerBuild>),
    clientDir: existsSync(CLIENT_DIR) ? CLIENT_DIR : null,
  };
}
