import type { FastifySchemaCompiler } from 'fastify';
import * as z from 'zod/mini';

/** A part of a request does not match its contract. */
export class ContractError extends Error {
  readonly issues: readonly z.core.$ZodIssue[];
  readonly input: unknown;
  /** The invalid part; set by Fastify. */
  validationContext?: 'params' | 'querystring' | 'body' | 'headers';

  constructor(issues: readonly z.core.$ZodIssue[], input: unknown) {
    super('a part of the request does not match its contract');
    this.issues = issues;
    this.input = input;
  }
}

/** Fastify's validator compiler: parses parameters, query and body with an endpoint's schemas. */
export const parseByContract: FastifySchemaCompiler<z.ZodMiniType> = ({ schema }) => {
  return (data) => {
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: new ContractError(result.error.issues, data) };
  };
};

/** Returns true if the endpoint takes no body or an optional one. Fastify passes an absent body as `null`. */
export const isBodyOptional = (schema: unknown) =>
  schema === undefined || z.safeParse(schema as z.ZodMiniType, null).success;
