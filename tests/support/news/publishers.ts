import type { FeedItem, PreparedItem } from '#server/domains/news/feed/feed.ts';
import type { FeedPipeline } from '#server/domains/news/news.ts';

/** What an outlet is made to answer. A body of items is what reading it as a feed will give. */
export interface OutletAnswer {
  status?: number;
  headers?: Record<string, string>;
  items?: PreparedItem[];
  refused?: number;
  ttlMinutes?: number;
  /** Instead of a feed. */
  unreadable?: Error;
}

interface Asked {
  url: string;
  headers: Record<string, string>;
}

/** Outlets that answer what a test says, for readers that shall not read real feeds. */
export interface Outlets {
  tools: FeedPipeline;
  /** What they were asked since the last look. */
  asked(): Asked[];
  /** Says what an address answers from now on. */
  answer(
    url: string,
    answer: OutletAnswer | ((asked: Asked, signal?: AbortSignal) => Promise<OutletAnswer>),
  ): void;
}

/** An address that was given no answer fails whoever asks it. */
export function outlets(): Outlets {
  const answers = new Map<string, Parameters<Outlets['answer']>[1]>();
  const bodies = new Map<Buffer, OutletAnswer>();
  const asked: Asked[] = [];
  return {
    answer: (url, answer) => void answers.set(url, answer),
    asked: () => asked.splice(0),
    tools: {
      async fetch(url, { headers, signal }) {
        asked.push({ url, headers });
        const found = answers.get(url);
        if (!found) throw new Error(`an unexpected outbound call: ${url}`);
        const answer = typeof found === 'function' ? await found({ url, headers }, signal) : found;
        const body = Buffer.from('feed');
        bodies.set(body, answer);
        return { status: answer.status ?? 200, headers: new Headers(answer.headers), body, url };
      },
      async readFeed(body) {
        const { items = [], refused = 0, ttlMinutes = null, unreadable } = bodies.get(body) ?? {};
        if (unreadable) throw unreadable;
        return { items, refused, ttlMinutes };
      },
      textOf: (html) => html.replace(/<[^>]*>/g, ' ').trim(),
      excerptOf: (html) => html.replace(/<[^>]*>/g, '').slice(0, 150),
      classify: ({ title, feedCategories }) => ({
        sector: /cement/i.test(title) ? 'Cement' : null,
        category: feedCategories[0] ?? 'Markets',
        symbols: /lucky cement/i.test(title) ? ['LUCK'] : [],
      }),
      random: () => 0.5,
    },
  };
}

let made = 0;

/** An item as reading a feed gives it; what a test does not say is its own. */
export function preparedItem(item: Partial<PreparedItem> = {}): PreparedItem {
  made += 1;
  const prepared = {
    key: `item-${made}`,
    // Titles of different words, so that no two are alike.
    title: `Headline ${String.fromCharCode(97 + (made % 26)).repeat(3 + (made % 7))} ${made}`,
    link: `https://outlet.example/articles/${made}`,
    content: `<p>Text ${made}</p>`,
    imageUrl: null,
    publishedAt: new Date('2026-11-21T04:00:00Z'),
    creator: null,
    feedCategories: [],
    ...item,
  };
  return { ...prepared, raw: item.raw ?? rawItem(prepared) };
}

const rawItem = (item: Omit<PreparedItem, 'raw'>): FeedItem => ({
  guid: item.key,
  link: item.link,
  title: item.title,
  content: item.content,
  summary: null,
  imageUrl: item.imageUrl,
  published: item.publishedAt?.toISOString() ?? null,
  creator: item.creator,
  categories: item.feedCategories,
});
