import { expect, it, vi } from 'vitest';
import { handlePush, openNotification } from './push.ts';
import type { WorkerScope } from './worker-scope.ts';

/** A scope that shows one notification of each tag, as browsers do, and records all calls. */
function createScope() {
  const shown = new Map<string, Notification>();
  const calls: { title: string; renotify: boolean; silent: boolean }[] = [];
  const registration = {
    getNotifications: async ({ tag }: { tag: string }) =>
      [...shown.values()].filter((each) => each.tag === tag),
    showNotification: async (title: string, options: NotificationOptions) => {
      const { renotify = false, silent } = options as { renotify?: boolean; silent?: boolean };
      calls.push({ title, renotify, silent: silent === true });
      shown.set(options.tag ?? '', { body: '', ...options, title } as Notification);
    },
  };
  vi.stubGlobal('fetch', async () => new Response());
  const scope = { location: { origin: 'https://tezi.test' }, registration } as unknown as WorkerScope;
  const push = (title: string, token: string, silent = false) =>
    handlePush(scope, {
      json: () => ({ notification: { title, tag: 'signal-1', navigate: '/signals/1', silent }, token }),
    });
  return { calls, push, getTitles: () => [...shown.values()].map(({ title }) => title) };
}

it('sounds again for a later message of the same signal, and not for a repeat', async () => {
  const { calls, push } = createScope();
  await push('New signal', '7.proof');
  await push('Target reached', '12.proof');
  await push('Target reached', '12.proof');
  await push('Silent', '13.proof', true);
  expect(calls.map(({ renotify }) => renotify)).toEqual([true, true, false, false]);
});

it('shows the newer message again, silently, when an older one arrives late', async () => {
  const { calls, push, getTitles } = createScope();
  await push('Target reached', '12.proof');
  await push('New signal', '7.proof');
  expect(calls.at(-1)).toEqual({ title: 'Target reached', renotify: false, silent: true });
  expect(getTitles()).toEqual(['Target reached']);
});

it('reports that a message was opened, and opens its page also without a connection', async () => {
  const posted: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    posted.push([path, JSON.parse(body)]);
    throw new TypeError('Failed to fetch');
  });
  const opened: string[] = [];
  const scope = {
    location: { origin: 'https://tezi.test' },
    clients: { matchAll: async () => [], openWindow: async (url: string) => void opened.push(url) },
  } as unknown as WorkerScope;
  const open = (data: unknown) =>
    openNotification(scope, { close: () => {}, data } as unknown as Notification);
  await open({ url: 'https://tezi.test/signals/1', token: '7.proof' });
  await open(null);
  expect(opened).toEqual(['https://tezi.test/signals/1', 'https://tezi.test/alerts']);
  expect(posted).toEqual([['/api/push/shown/', { token: '7.proof', is_opened: true }]]);
});
