/** The shape of a JSON value: `[item]` is a list, `{ '|': options }` a union, `{ '*': value }` a record, and `?name` an optional field. */
export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'date'
  | 'decimal'
  | 'any'
  | [Shape]
  | { [name: string]: Shape }
  | { '|': Shape[] };

/**
 * The shapes of responses by method and path. `core/web/vite/response-shapes.ts` fills it in the browser build: the schemas themselves would
 * need the schema library.
 */
export const RESPONSE_SHAPES: Record<string, Shape> = {};
