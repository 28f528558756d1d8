import type { FastifySchemaCompiler } from 'fastify';
import * as z from 'zod/mini';

/** A part of a call that does not fit its contract. */
export class ContractFault extends Error {
  readonly issues: readonly z.core.$ZodIssue[];
  readonly input: unknown;
  /** Which part it was; set by Fastify. */
  validationContext?: 'params' | 'querystring' | 'body' | 'headers';

  constructor(issues: readonly z.core.$ZodIssue[], input: unknown) {
    super('a part of the call does not fit its contract');
    this.issues = issues;
    this.input = input;
  }
}

/** Fastify's hook for parsing parameters, query and body by an endpoint's schemas. */
export const parseByContract: FastifySchemaCompiler<z.ZodMiniType> = ({ schema }) => {
  return (data) => {
    const result = z.safeParse(schema, data);
    return result.success ? { value: result.data } : { error: new ContractFault(result.error.issues, data) };
  };
};

/** Returns whether a call needs no body: the endpoint takes none, or an optional one. Fastify parses an absent body as `null`. */
export const mayBeAbsent = (schema: unknown) =>
  schema === undefined || z.safeParse(schema as z.ZodMiniType, null).success;
