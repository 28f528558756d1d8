/** An article as its publisher shows it. */
export interface PublishedArticle {
  publisher: string;
  title: string;
  creator: string | null;
  /** The URL of a picture. */
  picture: string | null;
  /** The paragraphs, as plain text. */
  text: readonly string[];
}

const STYLES = `
:root { color-scheme: light dark; }
body { margin: 0; font: 1.05rem/1.6 Georgia, serif; }
header, main, footer { max-width: 42rem; margin-inline: auto; padding: 1rem; }
header { border-bottom: 3px double; font-size: 1.5rem; font-weight: bold; }
h1 { line-height: 1.2; overflow-wrap: anywhere; }
img { width: 100%; height: auto; }
.byline, footer { font: 0.9rem/1.5 system-ui, sans-serif; }
footer { border-top: 1px solid; }
`;

/** Renders an article's page. */
export function renderArticlePage({ publisher, title, creator, picture, text }: PublishedArticle): string {
  const byline = [creator, publisher].filter((name) => name !== null).join(', ');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(`${title} | ${publisher}`)}</title><style>${STYLES}</style></head><body>`,
    `<header>${escapeHtml(publisher)}</header><main><h1>${escapeHtml(title)}</h1>`,
    `<p class="byline">${escapeHtml(byline)}</p>`,
    picture === null ? '' : `<img src="${escapeHtml(picture)}" alt="" width="800" height="400">`,
    ...text.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    '</main><footer>This publisher and this article are invented. The page belongs to the demo of Tezi, where ',
    'the website of a real publisher would open.</footer></body></html>',
  ].join('\n');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
