import { beforeAll, describe, expect, it } from 'vitest';
import { getSignalPath } from '#core/contract/paths.ts';
import { DAY, HOUR } from '#core/server/platform/clock.ts';
import { deleteSignal, editSignal } from '#features/signals/contract/publishing/admin-endpoints.ts';
import type { Signal } from '#features/signals/contract/signal.ts';
import { formatSignalText } from '#features/signals/contract/signal-text.ts';
import { decideOutcome } from '#features/signals/contract/track-record/decisions.ts';
import { getSignalDetails } from '#features/signals/contract/track-record/signal-details.ts';
import { MESSAGE_MAX_LENGTH, verifyMessage } from '#features/signals/contract/verify.ts';
import { signInAdministrator, signUpCustomer } from '#tests/support/accounts/accounts.ts';
import { createFakePaddle } from '#tests/support/billing/paddle.ts';
import { signUpSubscriber } from '#tests/support/billing/subscribers.ts';
import { publish } from '#tests/support/signals/signals.ts';
import { useTestApp } from '#tests/support/test-app.ts';

const test = useTestApp(
  { LIMIT_VERIFY_CLIENT: '12/24h', LIMIT_VERIFY_ADDRESS: '1000/1m' },
  { paddle: createFakePaddle() },
);

describe('the endpoint', () => {
  let admin: { access: string };
  let customer: { access: string };
  let subscriber: { access: string };
  beforeAll(async () => {
    admin = await signInAdministrator(test);
    customer = await signUpCustomer(test);
    subscriber = await signUpSubscriber(test);
  });

  const verify = async (text: string, token?: string) =>
    (await test.call(verifyMessage, { body: { text } }, token === undefined ? {} : { token })).body;
  const read = async (id: string): Promise<Signal> => {
    const { body } = await test.call(getSignalDetails, { params: { id } }, { token: admin.access });
    return body.report.signal;
  };
  const toText = (signal: Signal) => formatSignalText(signal, `https://tezi.test${getSignalPath(signal.id)}`);

  it('recognizes the text of a free signal, its earlier version, and its deletion', async () => {
    const { id } = await publish(test, admin, { signal_type: 'intraday', title: 'Breakout 99' });
    const published = await read(id);
    expect(published.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    const first = await verify(toText(published));
    expect(first).toMatchObject({
      result: 'genuine',
      code: published.code,
      signal_type: 'intraday',
      published_at: published.created_at,
      signal: { id, entry_price: published.entry_price, changed_at: null, earlier: null, differences: [] },
    });
    expect(await verify(published.code.toLowerCase())).toMatchObject({ result: 'code_only', signal: { id } });

    const stop = (Number(published.stop_loss) + 1).toFixed(2);
    await test.call(
      editSignal,
      { params: { id }, body: { stop_loss: stop, override_reason: 'Test of a change' } },
      { token: admin.access },
    );
    const changed = await read(id);
    expect(changed.stop_loss).toBe(stop);
    expect(changed.code).toBe(published.code);
    expect(await verify(toText(changed))).toMatchObject({
      result: 'genuine',
      signal: { changed_at: changed.changed_at, earlier: null },
    });
    expect(await verify(toText(published))).toMatchObject({
      result: 'genuine',
      signal: {
        stop_loss: stop,
        earlier: { stop_loss: published.stop_loss, published_at: published.created_at },
      },
    });
    expect(await verify(toText(changed).replace(stop, '1.11'))).toMatchObject({
      result: 'differs',
      signal: { differences: [{ field: 'stop_loss', published: stop, received: '1.11' }] },
    });

    await test.call(deleteSignal, { params: { id } }, { token: admin.access });
    expect(await verify(toText(changed))).toMatchObject({
      result: 'genuine',
      signal: { deleted_at: test.clock.now().toISOString(), state: { kind: 'deleted' } },
    });
  });

  it('says that the signal of a genuine message was voided', async () => {
    const signal = await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'PPL' })).id);
    expect(await verify(toText(signal))).toMatchObject({ signal: { state: { kind: 'waiting' } } });
    await test.call(
      decideOutcome,
      { params: { id: signal.id }, body: { kind: 'void', reason: 'Published by mistake' } },
      { token: admin.access },
    );
    expect(await verify(toText(signal))).toMatchObject({
      result: 'genuine',
      signal: { state: { kind: 'voided', reason: 'Published by mistake' } },
    });
  });

  it('says that a message with the levels contains text that is not ours', async () => {
    const signal = await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'PPL' })).id);
    expect(await verify(`${toText(signal)} double your money`)).toMatchObject({
      result: 'added_text',
      signal: { differences: [] },
    });
    expect(await verify(`${toText(signal)} \u202e5`)).toMatchObject({ result: 'differs' });
  });

  it.each([
    ['ZZZZ-ZZZZ BUY HBL 1', 'no_code'],
    ['BUY HBL 250', 'no_code'],
    ['Code 7K3Q-X9MM BUY HBL', 'mistyped'],
    ['7K3Q-X9ME', 'not_ours'],
  ])('says of %j: %s', async (text, result) => {
    expect(await verify(text)).toMatchObject({ result, signal_type: null, published_at: null, signal: null });
  });

  it('reveals of a premium signal only its type, its time and whether the whole text is genuine', async () => {
    const prices = { entry_price: '7531.17', stop_loss: '7412.19', target_points: ['7642.13', '7755.55'] };
    const { id } = await publish(test, admin, { signal_type: 'swing', symbol: 'LUCK', ...prices });
    const signal = await read(id);
    const text = toText(signal);
    expect(await verify(text, subscriber.access)).toMatchObject({ result: 'genuine', signal: { id } });
    const partial = [
      `BUY LUCK ${signal.code}`,
      `LUCK ${signal.code}`,
      `${signal.code} 7531.17`,
      `BUY LUCK 7531.17 7412.19 7642.13 ${signal.code}`,
      `BUY LUCK entry 7531.17 ${signal.code}`,
      `${signal.code} https://tezi.test${getSignalPath(signal.id)} 5`,
      text.replace('7755.55', '7755.56'),
      text.replace('LUCK', 'OGDC'),
    ];
    for (const token of [undefined, customer.access]) {
      const outcomes = [];
      for (const guess of partial) outcomes.push(await verify(guess, token));
      const nothing = {
        result: 'differs',
        code: signal.code,
        signal_type: 'swing',
        published_at: signal.created_at,
        signal: null,
        others: [],
      };
      expect(outcomes).toEqual(partial.map(() => nothing));
      expect(await verify(signal.code, token)).toEqual({ ...nothing, result: 'code_only' });
      expect(await verify(text, token)).toEqual({ ...nothing, result: 'genuine' });
    }
    expect(await verify(partial[6] ?? '', subscriber.access)).toMatchObject({
      result: 'differs',
      signal: { differences: [{ field: 'target_points.1', published: '7755.55', received: '7755.56' }] },
    });
  });

  const from = async (text: string, clientIp: string) =>
    (await test.call(verifyMessage, { body: { text } }, { clientIp })).body.result;

  it('reveals no moved stop to callers who know all other levels', async () => {
    const { id } = await publish(test, admin, { signal_type: 'swing', symbol: 'LUCK' });
    const published = await read(id);
    await test.call(
      editSignal,
      { params: { id }, body: { stop_loss: '455.00', override_reason: 'Test of a change' } },
      { token: admin.access },
    );
    const moved = toText(published).replace('448.00', '455.00');
    expect((await verify(moved, subscriber.access)).result).toBe('genuine');
    const wrong = toText(published).replace('448.00', '456.00');
    expect(await verify(moved)).toEqual(await verify(wrong));
    expect((await verify(moved)).result).toBe('differs');
    expect((await verify(toText(published))).result).toBe('genuine');
  });

  /** Sends so many different forgeries of a premium signal from each client. Returns how many were compared. */
  async function guess(text: string, clients: readonly string[], each: number): Promise<number> {
    let compared = 0;
    for (let round = 0; round < each; round += 1)
      for (const [index, client] of clients.entries())
        if ((await from(text.replace('448.00', `${100 + index}.${10 + round}`), client)) === 'differs')
          compared += 1;
    return compared;
  }
  const listClients = (count: number) =>
    Array.from({ length: count }, (_, index) => `198.18.${index >> 8}.${index & 255}`);

  it.each([
    [1, 12],
    [2, 24],
    [10, 30],
    [50, 70],
  ])(
    'compares of a botnet of %i clients at most %i guesses a day, and the first message of anyone else',
    async (clients, most) => {
      const signal = await read(
        (await publish(test, admin, { signal_type: 'investment', symbol: 'LUCK' })).id,
      );
      const text = toText(signal);
      const compared = await guess(text, listClients(clients), 13);
      expect(compared).toBeLessThanOrEqual(most);
      expect(compared).toBeGreaterThan(0);
      expect(await from(text, '203.0.113.1')).toBe('genuine');
      expect(await from(text.replace('448.00', '447.00'), '203.0.113.2')).toBe('differs');
      expect(await from(text, '2001:db8:ffff::1')).toBe('genuine');
      expect((await verify(text, subscriber.access)).result).toBe('genuine');
      expect((await verify(signal.code)).result).toBe('code_only');
    },
  );

  it('compares a few messages of a customer of a provider with IPv6, however many networks of 64 bits they come from', async () => {
    const signal = await read((await publish(test, admin, { signal_type: 'swing', symbol: 'LUCK' })).id);
    const own = (prefix: string) =>
      Array.from({ length: 60 }, (_, index) => `${prefix}${(index + 1).toString(16)}::1`);
    expect(await guess(toText(signal), own('2001:db8:1:aa0'), 1)).toBeLessThanOrEqual(24);
    expect(await from(toText(signal), '2001:db8:2:1::1')).toBe('genuine');
    const other = await read((await publish(test, admin, { signal_type: 'swing', symbol: 'LUCK' })).id);
    expect(await guess(toText(other), own('2001:db8:1:'), 5)).toBeLessThanOrEqual(48);
  });

  it('does not show whether a message that a client may not have compared was compared for others', async () => {
    const signal = await read((await publish(test, admin, { signal_type: 'swing', symbol: 'LUCK' })).id);
    const text = toText(signal);
    expect(await from(text, '203.0.113.5')).toBe('genuine');
    await guess(text, ['192.0.2.7'], 13);
    expect(await from(text, '192.0.2.7')).toBe('not_compared');
    expect(await from(text.replace('448.00', '100.10'), '192.0.2.7')).toBe('differs');
  });

  it('compares messages of a client again after a day', async () => {
    const signal = await read((await publish(test, admin, { signal_type: 'swing', symbol: 'LUCK' })).id);
    await guess(toText(signal), ['192.0.2.8'], 13);
    expect(await from(toText(signal), '192.0.2.8')).toBe('not_compared');
    const before = test.clock.now();
    test.clock.advance(DAY + HOUR);
    expect(await from(toText(signal), '192.0.2.8')).toBe('genuine');
    test.clock.set(before.toISOString());
  });

  it('counts a forgery once, however many people paste it, and nothing of subscribers', async () => {
    const { id } = await publish(test, admin, { signal_type: 'investment', symbol: 'LUCK' });
    const signal = await read(id);
    const forged = toText(signal).replace('448.00', '449.00');
    for (let index = 0; index < 25; index += 1)
      expect(await from(forged, `203.0.113.${index}`)).toBe('differs');
    for (let index = 0; index < 25; index += 1)
      expect((await verify(`${forged} ${index}`, subscriber.access)).result).toBe('differs');
    // Not limited to one message.
    expect(await guess(toText(signal), ['203.0.113.77'], 3)).toBe(3);
  });

  const wrap = (link: string, text = 'BUY'): [name: string, message: string][] => [
    ['a link', link],
    ['a link with tracking parameters', `${link}?utm_source=whatsapp&fbclid=IwAR0aB#top`],
    ['a link without encryption', link.replace('https', 'http')],
    ['a link without a scheme', link.replace('https://', '')],
    ['a link in capitals', link.toUpperCase()],
    ['the link of the picture', `${link}/picture.png`],
    ['Markdown', `[${text}](${link})`],
    ['HTML', `<p><a href="${link}?a=1&amp;b=2" target="_blank">${link}</a></p>`],
    ['angle brackets', `<${link}>`],
    ['a wrapped quote', `> ${link.slice(0, 40)}\n> ${link.slice(40)}`],
    ['two quotes', `> > ${link.slice(0, 25)}=\r\n> > ${link.slice(25)}`],
  ];
  const EXAMPLE = 'https://tezi.test/signals/7d0f6a52-1111-4000-8000-000000000000';

  it.each(wrap(EXAMPLE).map(([name], index) => [name, index] as const))(
    'finds the signal of a message without a code by %s',
    async (_, index) => {
      const { id } = await publish(test, admin, { signal_type: 'intraday', symbol: 'HBL' });
      const signal = await read(id);
      const text = toText(signal)
        .replace(/\nCode .*/, '')
        .replace(/\nhttps.*/, '');
      const link = `https://tezi.test${getSignalPath(id)}`;
      const wrapped = wrap(link)[index]?.[1] ?? '';
      expect(await verify(`${text}\n${wrapped}`)).toMatchObject({ result: 'genuine', code: signal.code });
      expect(await verify(wrapped.replace('BUY', ''))).toMatchObject({
        result: 'code_only',
        code: signal.code,
      });
    },
  );

  it('accepts neither a link to another signal nor one of another site', async () => {
    const [first, second] = [
      await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'HBL' })).id),
      await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'PPL' })).id),
    ];
    const text = toText(first);
    const swapped = await verify(text.replace(first.id, second.id));
    expect(swapped).toMatchObject({ result: 'differs', code: second.code, others: [{ code: first.code }] });
    expect(await verify(text.replace('tezi.test', 'tezi.test.evil.com'))).toMatchObject({
      result: 'differs',
    });
    expect(await verify(`https://evil.com/signals/${first.id}`)).toMatchObject({ result: 'no_code' });
    expect(
      await verify(`https://tezi.test/signals/${first.id.replace(/.{12}$/, '0'.repeat(12))}`),
    ).toMatchObject({
      result: 'not_ours',
      code: null,
    });
  });

  it('compares each signal of a message with several, and shows the one with the worst result first', async () => {
    const [first, second] = [
      await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'HBL' })).id),
      await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'PPL' })).id),
    ];
    const both = `${toText(first)}\n\n${toText(second)}`;
    expect(await verify(both)).toMatchObject({ result: 'genuine', others: [{ result: 'genuine' }] });
    expect(await verify(both.replace(/448\.00(?![\s\S]*448\.00)/, '447.00'))).toMatchObject({
      result: 'differs',
      code: second.code,
      signal: { differences: [{ field: 'stop_loss', published: '448.00', received: '447.00' }] },
      others: [{ result: 'genuine', code: first.code }],
    });
    expect(await verify(`${both}\njoin our group`)).toMatchObject({
      result: 'added_text',
      code: second.code,
    });
    expect(await verify(`${first.code} and ${second.code}`)).toMatchObject({
      result: 'code_only',
      others: [{ result: 'code_only' }],
    });
  });

  it('says that a message with the name of another company differs', async () => {
    const signal = await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'HBL' })).id);
    expect(signal.company_name).toBe('Habib Bank Limited');
    const text = toText(signal).replace('Habib Bank Limited', 'Lucky Cement Limited');
    expect(await verify(text)).toMatchObject({
      result: 'differs',
      signal: { differences: [{ field: 'symbol', published: 'HBL', received: 'LUCK' }] },
    });
  });

  it('accepts the preview of the link', async () => {
    const signal = await read((await publish(test, admin, { signal_type: 'intraday', symbol: 'HBL' })).id);
    const page = (await test.request(getSignalPath(signal.id))).body;
    const readMeta = (name: string) =>
      new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(page)?.[1]?.replaceAll('&amp;', '&') ??
      '';
    const preview = `${readMeta('title')}\n${readMeta('description')}\ntezi.test`;
    expect(preview).toContain('HBL buy signal');
    expect(await verify(`${toText(signal)}\n\n${preview}`)).toMatchObject({ result: 'genuine' });
    const forged = preview.replace('stop loss Rs. 448.00', 'stop loss Rs. 440.00');
    expect(await verify(`${toText(signal)}\n\n${forged}`)).toMatchObject({ result: 'differs' });
  });

  it('rejects an empty and a long text', async () => {
    expect((await test.call(verifyMessage, { body: { text: '' } })).status).toBe(400);
    const long = 'a'.repeat(MESSAGE_MAX_LENGTH + 1);
    expect((await test.call(verifyMessage, { body: { text: long } })).status).toBe(400);
  });
});
