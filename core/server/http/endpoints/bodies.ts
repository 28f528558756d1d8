import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooManyValues, unsupportedMediaType } from '#core/server/http/errors/errors.ts';
import { HttpError } from '#core/server/platform/http-error.ts';
import { isBodyOptional } from './parse-by-contract.ts';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Makes `app` parse JSON, and forms of the endpoints that accept them. */
export function acceptBodies(app: FastifyInstance): void {
  // Only JSON is accepted, except by form endpoints, because a form on another site can send plain text.
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients send a content type without a body.
    if (request.routeOptions.config.isForm) return done(unsupportedMediaType(request), undefined);
    if (body === '' && isBodyOptional(request.routeOptions.schema?.body)) return done(null, undefined);
    if (hasTooManyValues(body as string)) return done(tooManyValues(), undefined);
    parseJson(request, body as string, done);
  });
  app.addContentTypeParser(
    FORM_TYPE,
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      if (!request.routeOptions.config.isForm) throw unsupportedMediaType(request);
      return parseForm(body);
    },
  );
}

/** Parses the fields of a form. Rejects repeated fields, whose meaning is ambiguous. */
function parseForm(text: string): Record<string, string> {
  const fields = [...new URLSearchParams(text)];
  const form = Object.fromEntries(fields);
  if (Object.keys(form).length < fields.length) throw repeatedField();
  return form;
}

const repeatedField = () =>
  new HttpError({
    status: 400,
    code: 'repeated_field',
    body: { detail: 'Form parse error - a field was sent more than once.' },
  });

/** More than the largest body consists of, without its strings. */
const MAX_LENGTH = 64 * 1024;

/**
 * Returns true if a JSON document has far more values than any endpoint accepts. Parsing 32 MB of `[]` takes seconds and a
 * gigabyte, which a large text, such as a file to import, does not: only the characters outside of strings count.
 */
export function hasTooManyValues(json: string): boolean {
  if (json.length <= MAX_LENGTH) return false;
  let length = 0;
  let at = 0;
  while (at < json.length) {
    const start = json.indexOf('"', at);
    length += (start < 0 ? json.length : start) - at;
    if (length > MAX_LENGTH) return true;
    if (start < 0) return false;
    // Counts the quotation marks too, so that many empty strings reach the limit.
    length += 2;
    at = findStringEnd(json, start + 1) + 1;
  }
  return false;
}

/** Returns the position of the quotation mark that ends a string, or the end of the document. */
function findStringEnd(json: string, start: number): number {
  for (let end = json.indexOf('"', start); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === 92) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
