/**
 * A browser's script made of functions that are written and checked like everything else. Each sees only what it is given:
 * nothing of the module around it is there in the browser.
 */
// biome-ignore lint/complexity/noBannedTypes: whatever the function is, only its text matters
export function scriptText(main: Function, ...given: (Function | string)[]): string {
  const values = given.map((value) => (typeof value === 'string' ? JSON.stringify(value) : value.toString()));
  return `(${main.toString()})(${values.join(', ')});\n`;
}
