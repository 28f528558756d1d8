/**
 * An article's body, the one place that puts HTML of others into a page. The server sanitised it by an allow-list when it
 * came in and checked the result with a second parser. The page's Content-Security-Policy is the second wall: it runs no
 * script but the page's own and sends no form elsewhere.
 */
export function ArticleBody({ html }: { html: string }) {
  return (
    <div
      dir="auto"
      className="prose article-body mt-5"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, see above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
