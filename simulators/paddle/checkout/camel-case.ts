/** Names as the script gives them: what customers of Paddle wrote themselves stays as it is. */
export function camelCased(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [toCamel(name), inner(name, each)]));
}

function inner(name: string, value: unknown): unknown {
  if (name === 'custom_data' || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => inner('', each));
  return camelCased(value as Record<string, unknown>);
}

const toCamel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
