import { expect, it } from 'vitest';
import { makePreparedItem } from '#tests/support/news/publishers.ts';
import { toArticle } from './to-article.ts';

const getExcerpt = (content: string) => toArticle(makePreparedItem({ content })).article.excerpt;

it('takes the first words as an excerpt of at most 150 characters', () => {
  expect(getExcerpt(`<p>${'seven77 '.repeat(10)}</p><p>${'seven77 '.repeat(10)}</p>`)).toBe(
    `${'seven77 '.repeat(18).trim()}…`,
  );
  expect(getExcerpt(`<p>${'seven77 '.repeat(18)}end</p>`)).toBe(`${'seven77 '.repeat(18)}end`);
  expect(getExcerpt('<p>Short.</p>')).toBe('Short.');
});

it('classifies the title and the text', () => {
  const item = makePreparedItem({ title: 'Lucky Cement posts profit', content: '<p>In Karachi</p>' });
  expect(toArticle(item).article).toMatchObject({
    symbols: ['LUCK'],
    sector: 'Cement',
    companyNames: 'Lucky Cement Limited',
  });
});
