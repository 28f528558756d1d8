import type { Shape } from './response-shapes.ts';

/** The shapes of responses for administrators, apart from the others, which every page needs. */
export const RESPONSE_SHAPES: Record<string, Shape> = {};
