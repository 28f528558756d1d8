import type { FastifyInstance } from 'fastify';
import { PaddleError } from '#simulators/paddle/paddle-error.ts';

/** Parses JSON and forms. The SDK sends some requests with a JSON content type and an empty body. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (String(body).trim() === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(new PaddleError(400, 'invalid_json', 'Request body is not valid JSON.'));
    }
  });
}
