import type { Shape } from './response-shapes.ts';

/** The shapes of responses for customers only. */
export const RESPONSE_SHAPES: Record<string, Shape> = {};
