/** `npm run build` writes the script that evaluates the signals of an inspection bundle again, for installations without the compiler. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from '#core/server/platform/startup-error.ts';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const ENTRY = fileURLToPath(new URL('./evidence/main.ts', import.meta.url));
const BUILT = join(ROOT, 'build', 'evaluate.mjs');

/** Returns the script as one file that needs `verify-record.mjs` in its folder and nothing else but Node.js. */
export async function readEvaluator(): Promise<string> {
  const vite = await import('vite').catch((error) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  });
  if (vite) return bundleEvaluator(vite);
  return readFile(BUILT, 'utf8').catch((error) => {
    throw new StartupError('The evaluation is not built. Run `npm ci && npm run build`.', { cause: error });
  });
}

async function bundleEvaluator({ build }: typeof import('vite')): Promise<string> {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    ssr: { noExternal: true },
    plugins: [
      {
        name: 'tezi:verification-script',
        enforce: 'pre',
        resolveId: (id) => {
          if (id.endsWith('/verify-record.mjs')) return { id: './verify-record.mjs', external: true };
          // The evaluation needs none, and a release contains none.
          return id.startsWith('#simulators/') ? { id, external: true } : null;
        },
      },
    ],
    build: {
      ssr: ENTRY,
      write: false,
      minify: false,
      target: 'node20',
      // What it imports of the server is used only in part.
      rolldownOptions: { treeshake: { moduleSideEffects: false } },
    },
  });
  const [output] = [result].flat();
  const code = output && 'output' in output ? output.output[0].code : null;
  if (code === null) throw new Error('The evaluation was not built.');
  return code;
}

if (import.meta.main) {
  await mkdir(dirname(BUILT), { recursive: true });
  await writeFile(BUILT, await readEvaluator());
}
