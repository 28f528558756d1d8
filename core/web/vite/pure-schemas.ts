import type { Plugin } from 'vite';

/** Unlike `z`, no function of a minified library has this name. */
export const SCHEMA_LIBRARY = 'zodMini';

/**
 * Renames the schema library's import in the browser build. The bundler removes unused calls of functions that are named as pure,
 * in all modules: with `z` it would remove calls that minified libraries need, such as those that clear a chart's canvas.
 */
export function pureSchemas(): Plugin {
  return {
    name: 'tezi:pure-schemas',
    // After the types are stripped.
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/(contract|web)\/.*\.tsx?$/, code: /\* as z from ['"]zod\/mini['"]/ },
      handler: (code) => renameSchemaLibrary(code),
    },
  };
}

export const renameSchemaLibrary = (code: string): string =>
  code.replaceAll(/(?<![\w$.])z(?=\.\w| from )/g, SCHEMA_LIBRARY);
