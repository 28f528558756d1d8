const MAX_DEPTH = 50;

/**
 * JSON that PostgreSQL can keep: it refuses NUL characters and halves of surrogate pairs, which are taken out, and very
 * deep nesting, for which a `RangeError` is thrown.
 */
export function storableJson(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new RangeError('the JSON is nested too deeply');
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map((item) => storableJson(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [storableText(key), storableJson(item, depth + 1)]),
  );
}

const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed();
