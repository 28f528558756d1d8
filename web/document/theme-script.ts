import { THEME_KEY } from '#web/frame/theme.ts';
import { STORAGE_KEYS } from '#web/session/session.ts';

/**
 * An inline script in the head that copies the theme and the kind of user from the browser's storage to `<html>` before the
 * first paint, because the server renders the same page for everyone. It must agree with `useSession`.
 */
export const themeScript = `(function () {
  var attributes = document.documentElement.dataset;
  attributes.viewer = 'visitor';
  try {
    var theme = localStorage.getItem('${THEME_KEY}');
    if (theme === 'light' || theme === 'dark') attributes.theme = theme;
    var user = localStorage.getItem('${STORAGE_KEYS.access}') && JSON.parse(localStorage.getItem('${STORAGE_KEYS.user}'));
    if (user && typeof user.email === 'string' && typeof user.name === 'string') {
      attributes.viewer = user.isAdmin ? 'admin' : 'customer';
    }
  } catch (error) {}
})()`;
