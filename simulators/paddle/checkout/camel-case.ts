/** Converts field names to those of Paddle.js. Custom data stays unchanged. */
export function toCamelCaseKeys(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [toCamel(name), convertValue(name, item)]),
  );
}

function convertValue(name: string, value: unknown): unknown {
  if (name === 'custom_data' || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => convertValue('', each));
  return toCamelCaseKeys(value as Record<string, unknown>);
}

const toCamel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
