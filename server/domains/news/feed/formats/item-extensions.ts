import type { RssFeed } from 'feedsmith';
import { escapeText } from '#server/domains/news/feed/sanitize/html-to-text.ts';

/** The elements of other vocabularies that items of RSS and entries of Atom may have. */
type Extensions = Pick<Partial<RssFeed.Item<string>>, 'dc' | 'dcterms' | 'itunes' | 'media'>;

export interface ExtensionFields {
  title: string | null;
  summary: string | null;
  imageUrl: string | null;
  published: string | null;
  /** The date of the last change, if there is no date of publication. */
  updated: string | null;
  creators: (string | undefined)[];
  categories: string[];
}

/** Reads Dublin Core, iTunes and Media RSS elements, for fields that the format's own elements do not provide. */
export function readExtensions({ dc, dcterms, itunes, media }: Extensions): ExtensionFields {
  const groups = media?.groups ?? [];
  const contents = [...groups, media].flatMap((part) => part?.contents ?? []);
  const mediaParts = [media, ...groups, ...contents];
  const findMediaText = (name: 'title' | 'description') =>
    toHtml(mediaParts.find((part) => part?.[name]?.value)?.[name]);
  return {
    title: dc?.titles?.[0] ?? dcterms?.titles?.[0] ?? findMediaText('title') ?? itunes?.title ?? null,
    summary:
      dc?.descriptions?.[0] ??
      dcterms?.abstracts?.[0] ??
      dcterms?.descriptions?.[0] ??
      itunes?.summary ??
      itunes?.subtitle ??
      findMediaText('description'),
    imageUrl: itunes?.image ?? null,
    published:
      dc?.dates?.[0] ??
      dcterms?.issued?.[0] ??
      dcterms?.available?.[0] ??
      dcterms?.created?.[0] ??
      dcterms?.dates?.[0] ??
      null,
    updated: dcterms?.modified?.[0] ?? null,
    creators: [...(dc?.creators ?? []), ...(dcterms?.creators ?? []), itunes?.author],
    categories: [
      ...(dc?.subjects ?? []),
      ...(dcterms?.subjects ?? []),
      ...mediaParts
        .flatMap((part) => part?.categories ?? [])
        .flatMap(({ label, name }) => label ?? name ?? []),
    ],
  };
}

/** Converts a text with a type to HTML. One without a type is HTML already: many publishers omit `type="html"`. */
export function toHtml(text: { value?: string; type?: string } | undefined): string | null {
  const isText = /^(?:text|plain|text\/plain(?:;.*)?)$/i.test(text?.type ?? '');
  return (isText ? escapeText(text?.value ?? '') : text?.value) ?? null;
}
