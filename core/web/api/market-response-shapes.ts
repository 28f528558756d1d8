import type { Shape } from './response-shapes.ts';

/** The shapes of responses about the market, which have many figures. */
export const RESPONSE_SHAPES: Record<string, Shape> = {};
