import type { FastifyReply, FastifyRequest } from 'fastify';
import { ALERT_SETTINGS_PATH } from '#core/contract/paths.ts';
import { escapeXml } from '#core/server/http/escape-xml.ts';
import { renderStaticPage, STATIC_PAGE_HEADERS } from '#core/server/http/static-page.ts';
import type { RouteDependencies } from '#dependencies.ts';
import { unsubscribe } from '#features/alerts/server/settings/settings.queries.ts';

const PATH = '/alerts/unsubscribe/';
const HEADERS = {
  ...STATIC_PAGE_HEADERS,
  // The URL has the token.
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/**
 * Serves the links of emails with alerts. Mail clients unsubscribe with a `POST` without a session (RFC 8058). `GET` only asks, because scanners
 * of emails open every link.
 */
export function unsubscribeRoutes({ api, config, database }: RouteDependencies): void {
  const route = { schema: { hide: true }, config: { access: 'open' } } as const;
  const getToken = ({ query }: FastifyRequest) => {
    const { token } = query as { token?: unknown };
    return typeof token === 'string' && /^[\w-]{20,64}$/.test(token) ? token : null;
  };

  api.get(PATH, { ...route, exposeHeadRoute: false }, (request, reply) => {
    const token = getToken(request);
    if (token === null) return send(reply, 404, renderInvalid());
    return send(
      reply,
      200,
      renderStaticPage(
        'Unsubscribe from alert emails?',
        `<p>You will still receive emails about the security and the payments of your account.</p>
<form method="post" action="/api${PATH}?token=${escapeXml(token)}"><button>Unsubscribe</button></form>`,
      ),
    );
  });

  void api.register(async (scope) => {
    // The body says nothing that the URL does not: mail clients send it as a form of either type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      payload.on('end', () => done(null, null));
    });
    scope.post(PATH, route, async (request, reply) => {
      const token = getToken(request);
      if (token === null || !(await unsubscribe(database.db, token)))
        return send(reply, 404, renderInvalid());
      return send(
        reply,
        200,
        renderStaticPage(
          'You are unsubscribed',
          `<p>Tezi sends you no more emails with alerts. You can turn them on again in your <a href="${escapeXml(config.publicUrl + ALERT_SETTINGS_PATH)}">alert settings</a>.</p>`,
        ),
      );
    });
  });
}

const send = (reply: FastifyReply, status: number, page: string) =>
  reply.code(status).headers(HEADERS).send(page);

const renderInvalid = () =>
  renderStaticPage(
    'This link is not valid',
    `<p>Copy the whole link from the email, or change what you receive in your <a href="${ALERT_SETTINGS_PATH}">alert settings</a>.</p>`,
  );
