/**
 * Builds a browser script from functions that are type-checked like all other code. Each function can use only its
 * arguments: the surrounding module does not exist in the browser.
 */
// biome-ignore lint/complexity/noBannedTypes: only the text of the function matters
export function toScript(main: Function, ...args: (Function | string)[]): string {
  const values = args.map((value) => (typeof value === 'string' ? JSON.stringify(value) : value.toString()));
  return `(${main.toString()})(${values.join(', ')});\n`;
}
