import * as z from 'zod/mini';
import { defineEndpoint } from '#core/contract/endpoint.ts';
import { API_SCOPES } from './api-scopes.ts';

/** A value that a request takes. */
const GuideParameter = z.object({
  name: z.string(),
  place: z.enum(['path', 'query']),
  is_required: z.boolean(),
  type: z.string(),
});

/** A field of a response. `results[].symbol` is the field `symbol` of each of the `results`. */
const GuideField = z.object({ name: z.string(), type: z.string() });

const GuideEndpoint = z.object({
  scope: z.enum(API_SCOPES),
  path: z.string(),
  summary: z.string(),
  parameters: z.array(GuideParameter),
  fields: z.array(GuideField),
  /** The URL of a request, and a response as JSON with invented values. */
  example: z.object({ url: z.string(), response: z.string() }),
});
export type GuideEndpoint = z.infer<typeof GuideEndpoint>;

export const ApiGuide = z.object({
  endpoints: z.array(GuideEndpoint),
  /** The requests that a key may send in a window. */
  limit: z.object({ requests: z.int(), seconds: z.int() }),
});
export type ApiGuide = z.infer<typeof ApiGuide>;

export const readApiGuide = defineEndpoint({
  method: 'GET',
  path: '/developers/',
  summary: 'Describe what programs can read with an API key',
  access: 'open',
  topics: [],
  response: ApiGuide,
});
